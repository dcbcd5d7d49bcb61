# What is told while nobody looks, and what went wrong.
waiting = Un instant …
bot = un robot
why-unreachable = l’hôte est introuvable. L’autre côté attend-il encore, et l’invitation vient-elle d’un réseau que cet ordinateur peut joindre ?
why-own-ticket = c’est votre propre invitation : donnez-la à quelqu’un d’autre.
why-left = la table a été quittée.
why-full = la table est complète.
why-no-table = cette table n’existe plus : demandez une nouvelle invitation.
why-version = l’autre côté a une autre version du programme : il faut la même des deux côtés.
why-place = l’autre côté n’accepte pas vos clés ou votre nom.
why-unsigned = les conditions n’ont pas été signées à temps.
why-terms = l’autre côté propose des conditions injouables.
why-changed = l’autre côté a changé les conditions.
why-disk = le disque ne garde pas ce qu’il doit ({ $why }). La partie est gardée jusque-là.

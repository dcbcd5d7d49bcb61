# Before a game: invitations, terms and who sits where.
lobby-opening = Recherche du réseau …
lobby-own = Votre table
lobby-other = À la table d’un ami
lobby-leave = Quitter la table
lobby-invite = Envoyez cette invitation à un ami, par le moyen qui vous plaît. Qui l’a peut s’asseoir.
lobby-ticket = Invitation
lobby-code = L’invitation en code QR
lobby-message = Jouez une partie de Marque avec moi : { $ticket }
lobby-copy = Copier le texte
lobby-copy-link = Copier le lien
lobby-copied = Copié
lobby-seats = À la table
lobby-free = { $seat }. libre
lobby-coming = { $seat }. un robot arrive …
lobby-bring = Ajouter un { $bot }
lobby-dismiss = Retirer
lobby-dismiss-which = Retirer le { $bot }
lobby-signed = ✔ signé
lobby-dialling = Recherche de l’hôte … Les deux ordinateurs doivent être allumés et l’un des deux joignable.
lobby-waiting = En attente de votre ami. La partie commence dès que les deux ont signé.
lobby-waiting-more = { $count-cat ->
    [one] Une place est libre. La partie commence dès qu’elle est prise et que tous ont signé.
   *[other] { $count } places sont libres. La partie commence dès qu’elles sont prises et que tous ont signé.
}
lobby-waiting-host = En attente de l’hôte …
lobby-asked = Voici les conditions. Votre signature et celle de votre ami ouvrent la partie.
lobby-asked-all = Voici les conditions. La partie commence dès que tous ont signé.
lobby-signing = Signature des conditions …
lobby-agree = Accepter et signer
turned-full = Quelqu’un a trouvé la table complète.
turned-no-table = Quelqu’un est venu avec une vieille invitation.
turned-version = Quelqu’un a une autre version du programme : il faut la même des deux côtés.
turned-place = Quelqu’un est venu avec des clés ou un nom inutilisables.
turned-unsigned = Quelqu’un n’a pas signé les conditions.
turned-dissolved = La table a été dissoute.
badge-direct = direct, { $rtt } ms
badge-relayed = par relais, { $rtt } ms
badge-connected = connecté
badge-slow = tarde à répondre
badge-away = ne répond pas
badge-line = Direct : vos ordinateurs se parlent. Par relais : un relais transmet ce qu’il ne peut pas lire.
terms-title = Ce qui sera signé
terms-clock = Chaque décision : { $span }
terms-no-clock = Chaque décision : sans limite
terms-placing = Disposition des flottes : { $span }
terms-grace = Avant qu’un côté muet puisse être déclaré tel : { $span } de plus
terms-rules = Les règles
span-seconds = { $count-cat ->
    [one] { $count } seconde
   *[other] { $count } secondes
}
span-minutes = { $count-cat ->
    [one] { $count } minute
   *[other] { $count } minutes
}
span-hours = { $count-cat ->
    [one] { $count } heure
   *[other] { $count } heures
}
span-days = { $count-cat ->
    [one] { $count } jour
   *[other] { $count } jours
}
game-title = { $game ->
    [classic] Bătălia Navală (classique)
    [mines] Mines
    [diabolik] Diabolik Fleet
   *[other] { $game }
}
rules-ships = { $count } × { $ship }
rules-board = Deux mers de { $size } cases sur { $size }, une par joueur.
rules-fleet = La flotte : { $fleet }. Chaque navire est droit, en ligne ou en colonne.
rules-touch = Les navires ne se touchent jamais, pas même par un coin.
rules-first = Un tirage des deux côtés dit qui commence ; personne ne peut le diriger.
rules-shot = À votre tour, vous tirez sur une case de la mer ennemie : manqué, touché ou coulé.
rules-salvo = À votre tour, vous tirez autant de coups à la fois que vous avez de navires à flot.
rules-again = Qui touche tire encore ; un coup manqué passe la main.
rules-turns = La main passe après chaque coup, même touché.
rules-halo = Autour d’un navire coulé, toutes les cases sont connues vides et se marquent d’elles-mêmes.
rules-won = Qui coule le premier toute la flotte ennemie gagne.
rematch = Revanche
rematch-title = Une revanche avec { $who }
rematch-away = { $who } n’est pas en ligne. Cette table attend, et continue d’appeler tant que vous restez.
rematch-linked = { $who } est en ligne, et n’a pas encore accepté la revanche.
rematch-seats = Les places sont échangées : qui avait la deuxième ouvre la table cette fois.
rematch-alone = Il n’y a plus personne d’autre ici. Une revanche attend les autres, qui la trouvent depuis leur premier écran.
rematch-asked = { $who } veut rejouer.
rematch-accept = Accepter la revanche
beginning-drawn = Qui commence est de nouveau tiré au sort par les deux, si bien qu’aucune place n’est la meilleure.
rivals = Adversaires récents
rivals-rematch = Revanche avec { $who }
rivals-line = La même partie aux mêmes conditions. Qui arrive en premier attend l’autre.
score = Vous { $won } : { $lost } { $who }
score-drawn = Vous { $won } : { $lost } { $who }, { $drawn-cat ->
    [one] { $drawn } nulle
   *[other] { $drawn } nulles
}
rules-again-salvo = Une salve qui touche un navire et aucune mine en vaut une autre ; sinon la main passe.
rules-turns-salvo = La main passe après chaque salve.
rules-mines-laid = { $count-cat ->
    [one] Après les navires, chaque camp cache { $count } mine : elle ne touche aucun navire et n’est pas à trouver pour gagner.
   *[other] Après les navires, chaque camp cache { $count } mines : elles ne touchent ni navire ni autre mine et ne sont pas à trouver pour gagner.
}
rules-mines = Qui touche une mine perd la main et montre une case d’un de ses navires : à son choix, ni touchée ni déjà montrée.

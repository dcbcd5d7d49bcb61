title = Marque
subtitle = Batailles navales sans arbitre
back = Retour
home = Accueil
again = Rejouer
home-bot = Jouer contre un robot
home-bot-line = { $count-cat ->
    [one] Contre cet ordinateur
   *[other] Contre { $count } robots de cet ordinateur
}
home-level = Force
home-resume = Reprendre une partie
level-easy = facile
level-normal = normale
level-strong = forte
look-system = comme le système
look-light = clair
look-dark = sombre
not-kept = Les réglages n’ont pas pu être conservés : { $why }
failed = Cela n’a pas marché : { $why }
home-invite = Inviter un ami
home-invite-line = Ouvre une table et vous donne une invitation à envoyer
home-clock = Temps de décision
home-clock-none = libre
home-join = S’asseoir à la table d’un ami
home-join-line = Collez ici l’invitation, ou le message entier qui la contient
home-join-go = S’asseoir
home-resume-with = { $game } contre { $who }
home-promised = Vous avez signé, et pour autant qu’on le sache ici elle n’a pas commencé : l’hôte n’était plus là.
home-withdraw = Se retirer
home-withdraw-line = Si elle a commencé malgré tout, vous y resterez silencieux, et l’adversaire pourra réclamer la victoire.
home-resume-adjourned = { $game } contre { $who }, ajournée
ticket-none = Il n’y a pas d’invitation dans ce texte.
ticket-mistyped = L’invitation est incomplète ou mal copiée : copiez-la encore, en entier.
ticket-newer = L’invitation vient d’une version plus récente du programme : mettez celui-ci à jour.
home-share = À deux sur cet ordinateur
home-share-line = Chacun son tour à cette fenêtre ; un écran entre les deux cache les flottes
nearby = Tables à proximité
nearby-table = { $who } : { $game }, places prises : { $taken } sur { $seats }
nearby-claim = S’asseoir à cette table. On ne sait qui est là qu’une fois la connexion établie. Clé : { $key }
nearby-full = complète
nearby-playing = en jeu
nearby-version = autre version de Marque
nearby-none = Aucune table sur ce réseau.
nearby-why = Pourquoi ?
choose = Choisir le jeu …
choose-seats = { $count-cat ->
    [one] { $count } joueur
   *[other] { $count } joueurs
}
game-about = { $game ->
    [classic] 10 × 10, dix navires qui ne se touchent pas
   *[other] { $game }
}
option-name = { $option ->
    [size] Grille
    [fleet] Flotte
    [salvo] Autant de tirs à la fois que de navires à flot
    [again] Qui touche rejoue
    [mines] Avec des mines cachées
    [arrivals] Navires au but pour gagner
    [minimum] Hors jeu avec moins de navires
    [bonus] Boulets d’un tour bonus
    [joint] On peut prêter ses navires pour couler
   *[other] { $option }
}
option-value = { $value ->
    [preset-standard] Standard
    [preset-mines] Mines
    [preset-salvo] Salve
    [preset-russian] Russe
    [size-8] 8 × 8
    [size-10] 10 × 10
    [size-12] 12 × 12
    [size-15] 15 × 15
    [fleet-classic] flotte classique
    [fleet-russian] flotte russe
    [salvo-on] salves
    [salvo-off] un tir à la fois
    [again-on] qui touche rejoue
    [again-off] la main passe toujours
    [mines-on] mines
    [mines-off] sans mines
    [arrivals-2] 2 navires au but gagnent
    [arrivals-3] 3 navires au but gagnent
    [arrivals-4] 4 navires au but gagnent
    [minimum-2] hors jeu à moins de 2 navires
    [minimum-3] hors jeu à moins de 3 navires
    [minimum-4] hors jeu à moins de 4 navires
    [minimum-5] hors jeu à moins de 5 navires
    [minimum-6] hors jeu à moins de 6 navires
    [bonus-2] 2 boulets bonus
    [bonus-3] 3 boulets bonus
    [bonus-4] 4 boulets bonus
    [joint-on] navires prêtables
    [joint-off] aucun navire prêté
   *[other] { $value }
}
option-no-room = Avec ces options, aucune flotte ne peut être disposée (règle { $rule }) : choisissez-en d’autres.

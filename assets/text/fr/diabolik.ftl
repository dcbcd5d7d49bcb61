df-heading = { $heading ->
    [SW] SO
    [W] O
    [NW] NO
   *[other] { $heading }
}
df-way = { $way ->
    [N] vers l’avant
    [NE] vers l’avant à droite
    [E] à droite
    [SE] vers l’arrière à droite
    [S] vers l’arrière
    [SW] vers l’arrière à gauche
    [W] à gauche
   *[other] vers l’avant à gauche
}
df-placing-how = Choisissez où pointe chaque proue : un clic tourne le navire à droite, un clic droit à gauche ; au clavier, Entrée ou Haut, et Bas ; R tire au hasard. Le but est en haut.
df-placing-ship = Navire { $number }, proue { $way }
df-placing-fits = La disposition est permise. Personne ne la voit avant que toutes soient scellées ; ensuite, on tire au sort qui commence.
df-placing-file = Les navires { $first } et { $second } sont en file indienne, tous deux dans l’axe qui les joint : tournez l’un d’eux.
df-placing-reset = Tous vers l’avant
df-turn-yours = À vous de jouer
df-water = { $cell }, eau
df-own = { $cell }, votre navire, proue { $heading }
df-own-frozen = { $cell }, votre navire arrivé au but, proue { $heading }
df-theirs = { $cell }, navire de { $who }, proue { $heading }
df-theirs-frozen = { $cell }, navire de { $who } arrivé au but, proue { $heading }
df-cell = { $what } : { $means }
df-take = choisir ce navire
df-take-yard = reconstruire un navire ici
df-let-go = lâcher
df-priced = { $act } : { $cost }
df-refused = { $act } : { $why }
df-free = gratuit
df-balls = { $count-cat ->
    [one] { $count } boulet
   *[other] { $count } boulets
}
df-move = { $cell } avance
df-turn = { $cell } tourne vers { $heading }
df-sink = { $first } et { $second } coulent { $target }
df-build = reconstruire en { $cell }, proue { $heading }
df-how = Choisissez un de vos navires : d’un clic, ou par Entrée.
df-how-ship = Choisissez une case autour du navire : devant il avance, ailleurs il s’y tourne. Échap le lâche.
df-how-yard = Choisissez pour le navire une case encadrée de votre deuxième rangée. Échap le lâche.
df-how-bow = Choisissez une case autour : la proue pointera là. Échap le lâche.
df-look = Montrez un navire pour voir ses flancs.
df-left = Encore { $left } boulets sur { $all }
df-left-bonus = Tour bonus : encore { $left } boulets sur { $all }
df-plan-empty = Vos actions s’inscrivent ici. Rien n’est dit avant la fin du tour.
df-bonus-begins = Tour bonus
df-wins = Voilà qui gagne la partie.
df-undo = Annuler
df-clear = Tout annuler
df-rebuild = Reconstruire : { $cost }
df-lend = { $who } peut couler avec mes navires
df-end = Finir le tour
df-bonus = Tour bonus : { $balls }
df-threats = Menaces
df-threats-line = Marque les navires qui peuvent être coulés en l’état : cercles pour vous, triangles sur les vôtres. T l’allume ou l’éteint.
df-again = Revoir le dernier tour
df-skip = Passer
df-on-turn = ▶ { $who }
df-standing = but { $arrived } sur { $wanted } · navires { $ships } · réserve { $reserve }
df-won = La partie a été décidée sur le plateau.
df-out = hors jeu
df-end-arrived = { $who } : { $count-cat ->
    [one] { $count } navire a atteint la rangée du but.
   *[other] { $count } navires ont atteint la rangée du but.
}
df-end-alone = Il ne reste que { $who } en jeu.
df-end-limit = { $count } tours ont été joués : comptent les navires au but, puis ceux au-delà du milieu, puis tous.
df-why-file = { $first } et { $second } sont en file indienne, tous deux dans l’axe qui les joint : aucun tour ne peut finir ainsi.
df-why-frozen = Le navire en { $cell } a atteint son but et reste tel quel.
df-why-off-board = Devant { $cell }, le plateau finit.
df-why-first-row = { $cell } est sur votre propre première rangée, interdite à vos navires.
df-why-occupied = Il y a un navire en { $cell }.
df-why-target-frozen = Le navire en { $cell } a atteint son but et ne peut être coulé.
df-why-not-beside = { $cell } n’est pas à côté de ce navire.
df-why-not-flank = { $cell } ne lui présente pas son flanc.
df-why-build-near = Un ennemi est à côté de { $cell } : on ne peut rien y reconstruire.
df-why-second-row = On ne reconstruit que sur sa deuxième rangée.
df-why-no-reserve = Aucun de vos navires n’est coulé.
df-why-move-first = Déplacez d’abord un navire : avant cela, rien ne peut être coulé.
df-why-move-second = La première ou la deuxième action doit être un déplacement : avancez un navire maintenant.
df-why-move = Il faut un déplacement dans le tour : tourner ou reconstruire n’en est pas un.
df-why-over = La partie est décidée : rien ne peut suivre.
df-why-balls = Cela coûte { $cost }, et il en reste { $left }.
df-why-far = Ce n’est pas à côté du navire choisi.
df-why-flanks = { $count-cat ->
    [one] Deux de vos navires doivent lui présenter leur flanc ; { $count } le fait.
   *[other] Deux de vos navires doivent lui présenter leur flanc ; { $count } le font.
}
df-why-other = Les règles ne le permettent pas ({ $rule }).
df-log-begins = le tirage de tous : { $who } en premier
df-log-set-up = { $who } : disposition montrée
df-log-moved = { $from }–{ $to }
df-log-arrived = { $from }–{ $to }, au but
df-log-turned = { $cell } vers { $heading }
df-log-sunk = { $first } et { $second } coulent { $target } ({ $who })
df-log-built = reconstruit en { $cell }, proue { $heading }
df-log-bonus = tour bonus
df-log-lent = navires prêtés à : { $who }
df-log-lent-none = navires prêtés à personne
df-log-few = { $who } : trop peu de navires, hors jeu
df-log-blocked = { $who } : aucun tour possible, hors jeu
df-log-limit = { $count } tours ont été joués
df-rules = Règles
df-rules-board = À deux, le plateau a 8 cases sur 8 ; à trois ou quatre, 12 sur 12. Chacun a huit navires et voit tout ; vous êtes en bas, et votre but est la rangée du bord d’en face.
df-rules-set-up = Au départ, les navires sont côte à côte sur la deuxième rangée. Où pointe chaque proue, tous le choisissent en secret et en même temps. On tire au sort qui commence.
df-rules-balls = À votre tour, vous avez { $balls } boulets à dépenser en actions, dans n’importe quel ordre ; le reste est perdu.
df-rules-move = Avancer : un navire va d’une case droit devant, aussi par un coin, sur une case vide, jamais sur votre propre première rangée. Cela coûte 1 boulet, ou 2 s’il part d’à côté d’un ennemi.
df-rules-turn = Tourner : un navire prend une autre des huit directions. Cela coûte 1 boulet, 2 à côté d’un ennemi, 3 à côté de plusieurs.
df-rules-sink = Couler est gratuit une fois qu’un navire a avancé dans ce tour : deux de vos navires à côté d’un ennemi le coulent si tous deux lui présentent leur flanc, le côté à angle droit de la proue.
df-rules-build = Reconstruire : pour { $balls } boulets, un navire coulé revient sur une case vide de votre deuxième rangée, sans ennemi à côté.
df-rules-duty = La première ou la deuxième action d’un tour doit être un déplacement.
df-rules-file = Aucun tour ne peut finir avec deux de vos navires en file indienne : voisins, tous deux dans l’axe qui les joint.
df-rules-bonus = Qui coule quelque chose peut jouer aussitôt un tour bonus de { $balls } boulets.
df-rules-goal = Un navire sur la rangée de son but y reste tel quel et ne peut être coulé ; il peut encore aider à couler.
df-rules-won = Qui a { $arrivals } navires sur la rangée du but gagne aussitôt.
df-rules-few = Qui a moins de { $minimum } navires sur le plateau est hors jeu. Le dernier gagne.
df-rules-blocked = Qui ne peut jouer aucun tour est aussi hors jeu. Après 200 tours comptent les navires au but, puis ceux au-delà du milieu, puis tous.
df-rules-joint = Vous pouvez permettre à d’autres d’utiliser vos navires comme l’un des deux qui coulent.
df-rules-author = Le jeu est de son auteur, qui en parle à { $link }. Il est ici gratuit, dans nos propres mots, avec nos remerciements ; pas d’usage commercial.

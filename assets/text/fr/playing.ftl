sea-own = Votre mer
sea-enemy = Mer ennemie
cell-own-ship = { $cell }, { $ship }
cell-water = { $cell }, eau
cell-of-own-sea = Chez vous { $cell }, { $state }
cell-of-enemy-sea = Ennemi { $cell }, { $state }
mark-ship = navire
mark-unknown = inconnu
mark-fired = tir en route
mark-miss = à l’eau
mark-hit = touché
mark-sunk = coulé
mark-mine = mine
mark-mine-lies = mine, pas touchée
mark-empty = vide à coup sûr
mark-revealed = navire connu
afloat = { $count-cat ->
    [one] { $count } navire à flot
   *[other] { $count } navires à flot
}
sealing = La flotte est en cours de scellement …
you = Vous
opponent = Adversaire
turn-yours = À vous de tirer
turn-theirs = { $who } réfléchit …
turn-wait = Un instant …
turn-elsewhere = Partie jouée ailleurs
turn-won = Vous avez gagné
turn-lost = Vous avez perdu
turn-nobody = Personne n’a gagné
resign = Abandonner
resign-sure = Abandonner cette partie ?
resign-yes = Oui, abandonner
resign-no = Non, continuer
leave = Quitter
leave-line = La partie est conservée et pourra être reprise plus tard.
offer = Proposer …
offer-when = À votre tour, avant de jouer.
offer-draw = Proposer la nulle
offer-adjourn = Proposer d’ajourner
withdraw-draw = Retirer la proposition de nulle
withdraw-adjourn = Retirer la proposition d’ajourner
draw-offered = { $who } propose la nulle. Jouer, c’est refuser.
draw-offered-own = Vous voulez la nulle : la proposition tient jusqu’au coup de l’autre camp.
draw-accept = Accepter la nulle
adjourn-offered = { $who } propose de continuer un autre jour. Jouer, c’est refuser.
adjourn-offered-own = Vous voulez continuer un autre jour : la proposition tient jusqu’au coup de l’autre camp.
adjourn-accept = Accepter et ajourner
adjourned-until = La partie a été ajournée : le temps ne court pas avant le prochain coup.
log-offered-draw = { $who } : nulle ?
log-offered-adjourn = { $who } : un autre jour ?
log-accepted-draw = { $who } : nulle, oui
log-accepted-adjourn = { $who } : un autre jour, oui
log-withdrawn-draw = { $who } : finalement pas de nulle
log-withdrawn-adjourn = { $who } : finalement pas un autre jour
log-declined-draw = pas de nulle
log-declined-adjourn = pas un autre jour
log-agreed-draw = nulle d’un commun accord
log-agreed-adjourn = ajournée d’un commun accord
clock-away = Pas de pendule en l’absence de { $who }
proofs = Preuves
proofs-how = Chaque flotte a été scellée avant le premier tir, et chaque réponse porte une preuve contre ce sceau. Cet ordinateur les a toutes vérifiées ; il n’a fallu croire personne.
proofs-head = étape { $count }, tête { $head }
proofs-seal = { $who } : { $count } valeurs scellées, racine { $root }
proven = prouvé
log-title = Journal
log-sealed = { $who } : flotte scellée, prouvée conforme
log-begins = le tirage des deux camps : { $who } en premier
log-fires = { $who } : tir en { $cells }
log-miss = { $cell } à l’eau
log-hit = { $cell } touché
log-mine = { $cell } mine
log-sunk = { $ship } { $at } coulé
log-reveal-due = { $who } : { $count-cat ->
    [one] { $count } case à révéler
   *[other] { $count } cases à révéler
}
log-revealed = { $who } : { $cells } révélé, il y a un navire
log-left-resigned = { $who } : abandon
log-left-forfeited = { $who } : silence, disent tous les autres
log-left-claimed = { $who } : silence, dit l’autre camp
log-left-faulted = { $who } : règles enfreintes, c’est prouvé
verdict-won = Le dernier navire d’une flotte est coulé.
verdict-resigned = Un camp a abandonné.
verdict-forfeit = Un camp s’est tu, tous les autres le disent.
verdict-claimed = Un camp dit que l’autre s’est tu ; aucune règle ne le prouve.
verdict-fault = Un camp a enfreint les règles, c’est prouvé.
verdict-draw = Personne n’a gagné.
verdict-agreed = Les joueurs sont convenus d’en rester là.
verdict-unfinished = La partie n’est pas terminée.
verdict-record = Enregistrement : { $path }
audit-good = { $who } : flotte montrée, chaque réponse était vraie.
audit-not-shown = { $who } : flotte non montrée.
audit-bad = { $who } : la flotte montrée ne correspond pas à ce qui fut scellé ou dit.
sealed-waiting = Votre flotte est scellée. En attente de l’autre côté …
placing-until = Dans { $span }, ce qui manque sera placé au hasard
clock-left = encore { $span }
clock-over = Le temps est écoulé
clock-over-own = Le temps est écoulé : jouez, ou l’adversaire pourra réclamer la victoire
clock-over-own-all = Le temps est écoulé : jouez, ou les autres pourront vous exclure de la partie
silent-claim = Réclamer la victoire
silent-put-out = Exclure de la partie
silent-put-out-line = Cela vaut dès que tous les autres le disent aussi, et qu’ils sont plus de la moitié des joueurs.
silent-called = Vous avez dit que { $who } se tait. Cela vaut dès que tous les autres le disent aussi.
silent-line = { $who } se tait depuis plus longtemps que convenu.
away = { $who } n’est pas connecté : nouvel essai …
away-passed-on = { $who } n’est pas connecté avec vous : nouvel essai. Ses coups peuvent encore venir par les autres.
out = { $who } est hors jeu.
out-own = Vous êtes hors jeu. Les autres continuent, et vous pouvez regarder.
refused-act = Cela n’a pas marché : { $why }
quiet = En attente de ce que l’autre côté sait, après le redémarrage …
elsewhere = Une copie plus récente de vous est venue à cette table, d’un autre ordinateur ou d’une autre fenêtre qui a votre clé. Plus rien n’est dit d’ici. Pour continuer ici, fermez-la là-bas, quittez la partie et reprenez-la.
refused-foreign = cela n’appartient à aucune de vos parties.
refused-not-due = ce n’est pas votre tour.
refused-illegal = les règles ne le permettent pas.
refused-untrue = votre propre flotte ne le permet pas.
refused-over = la partie est finie.
refused-said = vous vous êtes déjà prononcé ici.
refused-seated = votre flotte est déjà disposée.
refused-not-overdue = personne n’a laissé passer son temps.
refused-no-offer = cela ne peut pas être proposé de nouveau maintenant.
refused-not-offered = cela n’est plus proposé.
hand-over = Passer la main au joueur { $seat }
hand-over-due = C’est au joueur { $seat }.
hand-title = Joueur { $seat }
hand-line = Laissez le joueur { $seat } s’installer ici. Personne d’autre ne regarde l’écran.
hand-ready = Je suis le joueur { $seat }
guest = le second joueur ici
lie-title = { $who } a menti.
lie-claimed = À l’étape { $entry }, { $who } a dit : { $claim }.
lie-said = À l’étape { $entry }, { $who } a signé ce qui n’est pas vrai.
lie-then = C’était refusé aussitôt, { $who } a perdu, et le journal signé le montre à tous, sans réseau.
fault-kind = Autre chose était dû à cet endroit.
fault-words = Cela ne veut rien dire dans ce jeu.
fault-illegal = Les règles du jeu ne le permettent pas ({ $rule }).
fault-proof = Il n’y a pas de preuve valable : ce qui est scellé depuis avant le premier tir dit autre chose, ou la preuve manque.
fault-extension = Quelque chose a été scellé là où rien ne peut l’être.
fault-letter = Une réponse privée manque, ou a été donnée sans être demandée.
fault-link = La part du tirage révélée n’est pas celle qui était fixée.
fault-removal = Cela écarte quelqu’un qui ne peut pas l’être.
fault-offer = Cela propose, accepte ou retire ce qui ne peut pas l’être à cet endroit.
fault-double = Deux déclarations différentes ont été signées pour une seule étape.
fault-both-votes = Il a été signé que c’était à temps, et aussi que ce ne l’était pas.
fault-resigned = C’était signé après l’abandon.
fault-complaint = Une bonne réponse privée a été dite mauvaise.
fault-chart = La flotte montrée à la fin n’est pas celle qui était scellée.
fault-unlawful = La flotte scellée enfreint les règles.
fault-untrue = La flotte montrée le contredit.
mark-maybe-ship = inconnu, peut-être un navire
mark-maybe-water = inconnu, peut-être de l’eau
notes-how = Clic droit ou N : une note à vous, navire ou eau.
verdict-proof = { $who } : l’entrée { $entry } enfreint la règle { $rule }.
evidence-save = Enregistrer la preuve
turn-reveal = Mine touchée : révélez une case
turn-salvo = À vous la salve
fire = Feu
reveal = Révéler
aimed-count = { $count } sur { $wanted }
aimed-back = Retirer { $cell }
salvo-next = { $count-cat ->
    [one] Votre prochaine salve : { $count } tir
   *[other] Votre prochaine salve : { $count } tirs
}
reveal-how = { $count-cat ->
    [one] Choisissez { $count } case encadrée de vos navires : l’ennemi la connaîtra, sans la toucher.
   *[other] Choisissez { $count } cases encadrées de vos navires : l’ennemi les connaîtra, sans les toucher.
}
mines-left = { $count-cat ->
    [one] { $count } mine pas touchée
   *[other] { $count } mines pas touchées
}
mark-aimed = visé
mark-may-reveal = navire, peut être révélé
mark-to-reveal = navire, à révéler
mark-revealed-own = navire, connu de l’ennemi
aim-fired = { $cell } a déjà été visée
aim-empty = { $cell } est vide : le navire voisin est coulé
aim-own-sea = c’est votre propre mer : tirez sur celle de l’ennemi
aim-nothing = { $cell } : pas de navire que l’ennemi ignore
aim-enemy-sea = d’abord, révélez des cases de votre propre mer
aim-full = { $count-cat ->
    [one] { $count } case est choisie : retirez-la d’abord
   *[other] { $count } cases sont choisies : retirez-en une d’abord
}
mine-did = votre mine a été touchée ({ $mines }) : vous savez qu’un navire est en { $cells }
mine-did-nothing = votre mine a été touchée ({ $mines }), sans plus rien à révéler

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
turn-won = Vous avez gagné
turn-lost = Vous avez perdu
turn-nobody = Personne n’a gagné
resign = Abandonner
resign-sure = Abandonner cette partie ?
resign-yes = Oui, abandonner
resign-no = Non, continuer
leave = Quitter
leave-line = La partie est conservée et pourra être reprise plus tard.
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
log-revealed = { $who } : { $cells } révélé
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
verdict-unfinished = La partie n’est pas terminée.
verdict-proof = { $who } : l’entrée { $entry } enfreint la règle { $rule }.
verdict-record = Enregistrement : { $path }
audit-good = { $who } : flotte montrée, chaque réponse était vraie.
audit-not-shown = { $who } : flotte non montrée.
audit-bad = { $who } : la flotte montrée ne correspond pas à ce qui fut scellé ou dit.

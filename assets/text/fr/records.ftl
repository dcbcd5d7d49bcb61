# Records and replay.
records = Enregistrements
records-line = Les parties terminées, à lire, à vérifier et à revoir
records-listing = Recherche des enregistrements …
records-unread = { $count-cat ->
    [one] vérification de { $count } enregistrement …
   *[other] vérification de { $count } enregistrements …
}
records-count = { $count-cat ->
    [one] { $count } enregistrement, vérifié
   *[other] { $count } enregistrements, tous vérifiés
}
records-none = Il n’y a pas encore d’enregistrement. Chaque partie terminée en laisse un ici, et d’autres peuvent être ajoutés ci-dessous.
records-choose = Choisissez un enregistrement pour voir ce qu’il montre.
date = { $day ->
    [1] 1er
   *[other] { $day }
} { $month ->
    [1] janvier
    [2] février
    [3] mars
    [4] avril
    [5] mai
    [6] juin
    [7] juillet
    [8] août
    [9] septembre
    [10] octobre
    [11] novembre
   *[12] décembre
} { $year }
record-game = { $id ->
    [classic] Bătălia Navală
    [mines] Mines
   *[other] { $id }
}
record-against = contre { $who }
record-won = Gagnée
record-lost = Perdue
record-nobody = Sans vainqueur
record-unfinished = Inachevée
record-winner = { $who } a gagné
record-unread = vérification en cours …
record-damaged = endommagé
record-fault = faute prouvée
record-audited = toutes les flottes vérifiées
record-not-audited = flottes pas toutes montrées
record-unfit = Ce fichier est inutilisable
record-replay = Revoir la partie
record-export = Enregistrer une copie
record-export-to = Copier vers ce fichier ou ce dossier
record-exported = La copie est enregistrée : { $path }
record-failed = { $path } : { $why }
record-good-to = { $why } Il est valable jusqu’ici : { $count-cat ->
    [one] { $count } étape
   *[other] { $count } étapes
}.
check-complete = Vérifié : { $count-cat ->
    [one] { $count } étape
   *[other] { $count } étapes
}, partie complète. Toutes les signatures et toutes les preuves sont justes.
check-unfinished = Vérifié : { $count-cat ->
    [one] { $count } étape
   *[other] { $count } étapes
}, partie inachevée. Toutes les signatures et toutes les preuves sont justes.
check-fault = Vérifié : { $count-cat ->
    [one] { $count } étape
   *[other] { $count } étapes
}. Une faute est prouvée.
damage-torn = Le fichier s’arrête au milieu d’une entrée.
damage-changed = Le fichier a été modifié.
damage-foreign = Une entrée du fichier n’y a pas sa place.
unfit-unreadable = lecture impossible : { $why }
unfit-not-a-file = ce n’est pas un fichier
unfit-too-large = trop grand pour un enregistrement
unfit-exists = un fichier porte déjà ce nom
unfit-store = écriture impossible : { $why }
unfit-no-record = ce n’est pas un enregistrement de Marque
unfit-version = il provient d’une autre version de Marque
unfit-damaged = il est endommagé dès le début
unfit-terms = personne n’a pu convenir de cette partie : { $why }
import = Ajouter
import-from = Ajouter un enregistrement
import-hint = chemin d’un fichier, ou déposez des fichiers sur cette fenêtre
import-new = Ajouté : { $path }
import-better = Ajouté : { $path } en dit plus que l’enregistrement de la même partie et l’a remplacé.
import-known = L’enregistrement de cette partie est déjà là : { $path }
seat = Place { $number }
sea-of = Mer de { $who }
cell-of-sea = { $who } { $cell }, { $state }
log-linked = { $who } : part du tirage montrée
log-acted = { $who } : action
log-answered = { $who } : réponse
log-acknowledged = { $who } : réponse privée lue
log-complained = { $who } : réponse privée contestée
replay-from = Vue de
replay-all = Toutes les flottes
replay-none-shown = Aucune flotte n’a été montrée dans cette partie.
replay-first = Au début
replay-back = Une étape en arrière
replay-play = Lecture
replay-pause = Pause
replay-next = Une étape en avant
replay-last = À la fin
replay-speed = { $speed-cat ->
    [one] { $speed } étape par seconde
   *[other] { $speed } étapes par seconde
}
replay-at = Étape { $at } sur { $steps }

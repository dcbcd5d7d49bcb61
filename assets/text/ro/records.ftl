# Records and replay.
records = Înregistrări
records-line = Partidele încheiate, de citit, de verificat și de revăzut
records-listing = Se caută înregistrările …
records-unread = { $count-cat ->
    [one] se verifică { $count } înregistrare …
    [few] se verifică { $count } înregistrări …
   *[other] se verifică { $count } de înregistrări …
}
records-count = { $count-cat ->
    [one] { $count } înregistrare, verificată
    [few] { $count } înregistrări, toate verificate
   *[other] { $count } de înregistrări, toate verificate
}
records-none = Nu sunt încă înregistrări. Fiecare partidă încheiată lasă una aici, iar altele pot fi aduse mai jos.
records-choose = Alege o înregistrare ca să vezi ce arată.
date = { $day } { $month ->
    [1] ianuarie
    [2] februarie
    [3] martie
    [4] aprilie
    [5] mai
    [6] iunie
    [7] iulie
    [8] august
    [9] septembrie
    [10] octombrie
    [11] noiembrie
   *[12] decembrie
} { $year }
record-game = { $id ->
    [classic] Bătălia Navală
    [mines] Mine
   *[other] { $id }
}
record-against = împotriva { $who }
record-won = Câștigată
record-lost = Pierdută
record-nobody = Fără învingător
record-unfinished = Neterminată
record-winner = { $who } a câștigat
record-unread = se verifică …
record-damaged = stricată
record-fault = abatere dovedită
record-audited = toate flotele verificate
record-not-audited = nu toate flotele arătate
record-unfit = Fișierul nu poate fi folosit
record-replay = Revezi partida
record-export = Salvează o copie
record-export-to = Copiază în acest fișier sau dosar
record-exported = Copia este salvată: { $path }
record-failed = { $path }: { $why }
record-good-to = { $why } Este bun până aici: { $count-cat ->
    [one] { $count } pas
    [few] { $count } pași
   *[other] { $count } de pași
}.
check-complete = Verificat: { $count-cat ->
    [one] { $count } pas
    [few] { $count } pași
   *[other] { $count } de pași
}, partidă completă. Toate semnăturile și toate dovezile sunt corecte.
check-unfinished = Verificat: { $count-cat ->
    [one] { $count } pas
    [few] { $count } pași
   *[other] { $count } de pași
}, partidă neterminată. Toate semnăturile și toate dovezile sunt corecte.
check-fault = Verificat: { $count-cat ->
    [one] { $count } pas
    [few] { $count } pași
   *[other] { $count } de pași
}. O abatere este dovedită.
damage-torn = Fișierul se oprește în mijlocul unei intrări.
damage-changed = Fișierul a fost modificat.
damage-foreign = O intrare din fișier nu are ce căuta acolo.
unfit-unreadable = nu poate fi citit: { $why }
unfit-not-a-file = nu este un fișier
unfit-too-large = este prea mare pentru o înregistrare
unfit-exists = există deja un fișier cu acest nume
unfit-store = nu poate fi scris: { $why }
unfit-no-record = nu este o înregistrare Marque
unfit-version = a fost făcut de altă versiune de Marque
unfit-damaged = este stricat de la început
unfit-terms = nimeni nu putea conveni asupra acestei partide: { $why }
import = Adu
import-from = Adu o înregistrare
import-hint = calea unui fișier, sau lasă fișiere pe această fereastră
import-new = Adusă: { $path }
import-better = Adusă: { $path } spune mai mult decât înregistrarea aceleiași partide și i-a luat locul.
import-known = Înregistrarea acestei partide este deja aici: { $path }
seat = Locul { $number }
sea-of = Marea lui { $who }
cell-of-sea = { $who } { $cell }, { $state }
log-linked = { $who }: parte a tragerii la sorți arătată
log-acted = { $who }: acțiune
log-answered = { $who }: răspuns
log-acknowledged = { $who }: răspuns privat citit
log-complained = { $who }: răspuns privat contestat
replay-from = Văzută de
replay-all = Toate flotele
replay-none-shown = Nicio flotă nu a fost arătată în această partidă.
replay-first = La început
replay-back = Un pas înapoi
replay-play = Redă
replay-pause = Pauză
replay-next = Un pas înainte
replay-last = La sfârșit
replay-speed = { $speed-cat ->
    [one] { $speed } pas pe secundă
    [few] { $speed } pași pe secundă
   *[other] { $speed } de pași pe secundă
}
replay-at = Pasul { $at } din { $steps }

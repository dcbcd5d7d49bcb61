# Fereastra în română.
title = Marque
subtitle = Bătălii navale fără arbitru
back = Înapoi
home = Acasă
again = Încă o partidă
home-bot = Joacă împotriva unui robot
home-bot-line = Bătălia Navală pe 10x10: zece nave care nu se ating
home-level = Tărie
home-resume = Continuă o partidă
home-resume-line = Partida întreruptă { $id }
level-easy = ușor
level-normal = normal
level-strong = puternic
look-system = ca sistemul
look-light = luminos
look-dark = întunecat
placing-title = Așază-ți flota
placing-how = Apasă pe o navă și apoi pe mare, sau trage-o. Clic dreapta, rotița sau R o întoarce, Delete o ia, Escape îi dă drumul.
placing-left = De așezat
placing-all-lie = Toate navele sunt așezate.
placing-turn = Întoarce
placing-undo = Anulează
placing-random = La întâmplare
placing-complete = Completează
placing-clear = Golește
placing-ready = Gata: sigilează flota
fleet-row = { $ship } × { $count }
ship = { $length ->
    [1] vedetă
    [2] distrugător
    [3] crucișător
    [4] cuirasat
   *[other] portavion
}
hindrance-outside = Ar ieși de pe tablă.
hindrance-overlaps = { $ship } se află deja acolo.
hindrance-touches = Navele nu au voie să se atingă, nici măcar la colț: { $ship } e prea aproape.
hindrance-none-left = Nu mai e de așezat nicio navă de acest fel ({ $ship }).
sea-own = Marea ta
sea-enemy = Marea dușmană
cell-own-ship = { $cell }, { $ship }
cell-water = { $cell }, apă
cell-of-own-sea = La tine { $cell }, { $state }
cell-of-enemy-sea = Dușman { $cell }, { $state }
mark-ship = navă
mark-unknown = necunoscut
mark-fired = foc pe drum
mark-miss = apă
mark-hit = lovit
mark-sunk = scufundat
mark-mine = mină
mark-empty = sigur gol
mark-revealed = navă cunoscută
afloat = { $count-cat ->
    [one] { $count } navă pe linia de plutire
    [few] { $count } nave pe linia de plutire
   *[other] { $count } de nave pe linia de plutire
}
sealing = Flota se sigilează …
you = Tu
opponent = Adversar
turn-yours = Tu tragi
turn-theirs = { $who } se gândește …
turn-wait = O clipă …
turn-won = Ai câștigat
turn-lost = Ai pierdut
turn-nobody = Nu a câștigat nimeni
resign = Cedează
resign-sure = Renunți la această partidă?
resign-yes = Da, cedez
resign-no = Nu, continui
leave = Pleacă
leave-line = Partida se păstrează și poate fi continuată mai târziu.
proofs = Dovezi
proofs-how = Fiecare flotă a fost sigilată înainte de prima lovitură, iar fiecare răspuns vine cu o dovadă față de acel sigiliu. Acest calculator le-a verificat pe toate; nu a trebuit crezut nimeni.
proofs-head = pasul { $count }, capătul { $head }
proofs-seal = { $who }: { $count-cat ->
    [one] { $count } valoare sigilată
    [few] { $count } valori sigilate
   *[other] { $count } de valori sigilate
}, rădăcina { $root }
proven = dovedit
log-title = Jurnal
log-sealed = { $who }: flotă sigilată, dovedită regulamentară
log-begins = tragerea la sorți a ambelor părți: { $who } întâi
log-fires = { $who }: foc la { $cells }
log-miss = { $cell } apă
log-hit = { $cell } lovit
log-mine = { $cell } mină
log-sunk = { $ship } { $at } scufundat
log-reveal-due = { $who }: { $count-cat ->
    [one] { $count } căsuță de dezvăluit
    [few] { $count } căsuțe de dezvăluit
   *[other] { $count } de căsuțe de dezvăluit
}
log-revealed = { $who }: { $cells } dezvăluit
log-left-resigned = { $who }: a cedat
log-left-forfeited = { $who }: tăcere, spun toți ceilalți
log-left-claimed = { $who }: tăcere, spune cealaltă parte
log-left-faulted = { $who }: a încălcat regulile, e dovedit
verdict-won = Ultima navă a unei flote e scufundată.
verdict-resigned = O parte a cedat.
verdict-forfeit = O parte a tăcut, o spun toți ceilalți.
verdict-claimed = O parte spune că cealaltă a tăcut; nicio regulă nu o dovedește.
verdict-fault = O parte a încălcat regulile, și e dovedit.
verdict-draw = Nu a câștigat nimeni.
verdict-unfinished = Partida nu e încheiată.
verdict-proof = { $who }: intrarea { $entry } încalcă regula { $rule }.
verdict-record = Înregistrare: { $path }
audit-good = { $who }: flota arătată, fiecare răspuns a fost adevărat.
audit-not-shown = { $who }: flota nu a fost arătată.
audit-bad = { $who }: flota arătată nu se potrivește cu ce s-a sigilat sau s-a spus.
not-kept = Setările nu au putut fi păstrate: { $why }
failed = Nu a mers: { $why }

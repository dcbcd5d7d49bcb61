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
mark-mine-lies = mină, neatinsă
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
turn-elsewhere = Se joacă în altă parte
turn-won = Ai câștigat
turn-lost = Ai pierdut
turn-nobody = Nu a câștigat nimeni
resign = Cedează
resign-sure = Renunți la această partidă?
resign-yes = Da, cedez
resign-no = Nu, continui
leave = Pleacă
leave-line = Partida se păstrează și poate fi continuată mai târziu.
offer = Propune …
offer-when = Când e rândul tău, înainte de mutare.
offer-draw = Propune remiză
offer-adjourn = Propune amânarea
withdraw-draw = Retrage propunerea de remiză
withdraw-adjourn = Retrage propunerea de amânare
draw-offered = { $who } propune remiză. Dacă joci mai departe, refuzi.
draw-offered-own = Vrei remiză: propunerea e valabilă până joacă cealaltă parte.
draw-accept = Acceptă remiza
adjourn-offered = { $who } propune să continuați în altă zi. Dacă joci mai departe, refuzi.
adjourn-offered-own = Vrei să continuați în altă zi: propunerea e valabilă până joacă cealaltă parte.
adjourn-accept = Acceptă și amână
adjourned-until = Partida a fost amânată: timpul nu curge până la următoarea mutare.
log-offered-draw = { $who }: remiză?
log-offered-adjourn = { $who }: în altă zi?
log-accepted-draw = { $who }: remiză, da
log-accepted-adjourn = { $who }: în altă zi, da
log-withdrawn-draw = { $who }: totuși fără remiză
log-withdrawn-adjourn = { $who }: totuși nu în altă zi
log-declined-draw = fără remiză
log-declined-adjourn = nu în altă zi
log-agreed-draw = remiză, de comun acord
log-agreed-adjourn = amânată, de comun acord
clock-away = Fără ceas cât lipsește { $who }
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
log-revealed = { $who }: { $cells } dezvăluit, acolo e o navă
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
verdict-agreed = Jucătorii s-au înțeles să încheie partida.
verdict-unfinished = Partida nu e încheiată.
verdict-record = Înregistrare: { $path }
audit-good = { $who }: flota arătată, fiecare răspuns a fost adevărat.
audit-not-shown = { $who }: flota nu a fost arătată.
audit-bad = { $who }: flota arătată nu se potrivește cu ce s-a sigilat sau s-a spus.
sealed-waiting = Flota ta e sigilată. Se așteaptă cealaltă parte …
placing-until = Peste { $span }, ce lipsește se așază la întâmplare
clock-left = încă { $span }
clock-over = Timpul a trecut
clock-over-own = Timpul a trecut: mută acum, altfel adversarul poate cere victoria
clock-over-own-all = Timpul a trecut: mută acum, altfel ceilalți te pot scoate din joc
silent-claim = Cere victoria
silent-put-out = Scoate din joc
silent-put-out-line = Contează când o spun și toți ceilalți, iar ei sunt mai mult de jumătate dintre cei care joacă.
silent-called = Ai spus că { $who } tace. Contează când o spun și toți ceilalți.
silent-line = { $who } tace de mai mult timp decât s-a convenit.
away = { $who } nu e conectat: se încearcă din nou …
away-passed-on = { $who } nu e conectat cu tine: se încearcă din nou. Mutările pot veni încă prin ceilalți.
out = { $who } a ieșit din joc.
out-own = Ai ieșit din joc. Ceilalți joacă mai departe, iar tu poți privi.
refused-act = Nu a mers: { $why }
quiet = După repornire, se așteaptă ce știe cealaltă parte …
elsewhere = O copie mai nouă a ta a venit la această masă, de la alt calculator sau din altă fereastră care are cheia ta. De aici nu se mai spune nimic. Ca să continui aici, închide acolo, pleacă și reia partida.
refused-foreign = asta nu ține de nicio partidă a ta.
refused-not-due = nu e rândul tău.
refused-illegal = regulile nu permit asta.
refused-untrue = propria ta flotă nu permite asta.
refused-over = partida s-a încheiat.
refused-said = ți-ai spus deja cuvântul aici.
refused-seated = flota ta e deja așezată.
refused-not-overdue = nimeni nu și-a depășit timpul.
refused-no-offer = asta nu se mai poate propune acum.
refused-not-offered = asta nu se mai propune.
hand-over = Predă jucătorului { $seat }
hand-over-due = E rândul jucătorului { $seat }.
hand-title = Jucătorul { $seat }
hand-line = Lasă jucătorul { $seat } să se așeze aici. Nimeni altcineva nu se uită la ecran.
hand-ready = Sunt jucătorul { $seat }
guest = al doilea jucător de aici
lie-title = { $who } a mințit.
lie-claimed = La pasul { $entry }, { $who } a spus: { $claim }.
lie-said = La pasul { $entry }, { $who } a semnat ceva neadevărat.
lie-then = A fost refuzat pe loc, { $who } a pierdut, iar jurnalul semnat o arată oricui, fără rețea.
fault-kind = În acel loc trebuia spus altceva.
fault-words = Nu înseamnă nimic în acest joc.
fault-illegal = Regulile jocului nu permit asta ({ $rule }).
fault-proof = Lipsește o dovadă valabilă: ce e sigilat dinainte de prima lovitură spune altceva, sau dovada a fost omisă.
fault-extension = S-a sigilat ceva acolo unde nu se poate.
fault-letter = Un răspuns privat lipsește, sau a fost dat fără să fie cerut.
fault-link = Partea dezvăluită a tragerii la sorți nu e cea fixată dinainte.
fault-removal = Îndepărtează pe cineva care nu poate fi îndepărtat.
fault-offer = Propune, acceptă sau retrage ceva ce nu se poate în acel punct.
fault-double = Pentru același pas au fost semnate două declarații diferite.
fault-both-votes = S-a semnat și că a venit la timp, și că nu a venit.
fault-resigned = A fost semnat după abandon.
fault-complaint = Un răspuns privat bun a fost numit rău.
fault-chart = Flota arătată la sfârșit nu e cea care a fost sigilată.
fault-unlawful = Flota sigilată încalcă regulile.
fault-untrue = Flota arătată îl contrazice.
mark-maybe-ship = necunoscut, poate o navă
mark-maybe-water = necunoscut, poate apă
notes-how = Clic dreapta sau N: o notă a ta, navă sau apă.
verdict-proof = { $who }: intrarea { $entry } încalcă regula { $rule }.
evidence-save = Salvează dovada
turn-reveal = Ai lovit o mină: dezvăluie o căsuță
turn-salvo = Salva ta
fire = Foc
reveal = Dezvăluie
aimed-count = { $count } din { $wanted }
aimed-back = Ia înapoi { $cell }
salvo-next = { $count-cat ->
    [one] Următoarea ta salvă: { $count } lovitură
    [few] Următoarea ta salvă: { $count } lovituri
   *[other] Următoarea ta salvă: { $count } de lovituri
}
reveal-how = { $count-cat ->
    [one] Alege { $count } căsuță încadrată a navelor tale: dușmanul o va afla, fără s-o lovească.
    [few] Alege { $count } căsuțe încadrate ale navelor tale: dușmanul le va afla, fără să le lovească.
   *[other] Alege { $count } de căsuțe încadrate ale navelor tale: dușmanul le va afla, fără să le lovească.
}
mines-left = { $count-cat ->
    [one] { $count } mină neatinsă
    [few] { $count } mine neatinse
   *[other] { $count } de mine neatinse
}
mark-aimed = țintit
mark-may-reveal = navă, poate fi dezvăluită
mark-to-reveal = navă, de dezvăluit
mark-revealed-own = navă, cunoscută dușmanului
aim-fired = în { $cell } s-a tras deja
aim-empty = { $cell } e gol: nava de alături e scufundată
aim-own-sea = asta e marea ta: trage în a dușmanului
aim-nothing = { $cell }: nicio navă pe care dușmanul să n-o știe
aim-enemy-sea = întâi dezvăluie căsuțe din marea ta
aim-full = { $count-cat ->
    [one] E aleasă { $count } căsuță: ia-o întâi înapoi
    [few] Sunt alese { $count } căsuțe: ia întâi una înapoi
   *[other] Sunt alese { $count } de căsuțe: ia întâi una înapoi
}
mine-did = mina ta a fost lovită ({ $mines }): știi că e o navă la { $cells }
mine-did-nothing = mina ta a fost lovită ({ $mines }), fără nicio căsuță rămasă de dezvăluit

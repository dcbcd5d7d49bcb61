# Before a game: invitations, terms and who sits where.
lobby-opening = Se caută rețeaua …
lobby-own = Masa ta
lobby-other = La masa unui prieten
lobby-leave = Pleacă de la masă
lobby-invite = Trimite invitația unui prieten, pe orice cale vrei. Cine o are se poate așeza.
lobby-ticket = Invitație
lobby-code = Invitația ca un cod QR
lobby-message = Joacă o partidă de Marque cu mine: { $ticket }
lobby-copy = Copiază textul
lobby-copy-link = Copiază linkul
lobby-copied = Copiat
lobby-seats = La masă
lobby-free = { $seat }. liber
lobby-coming = { $seat }. vine un robot …
lobby-bring = Adaugă un { $bot }
lobby-dismiss = Scoate
lobby-dismiss-which = Scoate acest { $bot }
lobby-signed = ✔ a semnat
lobby-dialling = Se caută gazda … Ambele calculatoare trebuie să fie pornite, iar unul dintre ele să poată fi găsit.
lobby-waiting = Îl așteptăm pe prietenul tău. Partida începe îndată ce amândoi ați semnat.
lobby-waiting-more = { $count-cat ->
    [one] Un loc este liber. Partida începe îndată ce este ocupat și toți au semnat.
    [few] { $count } locuri sunt libere. Partida începe îndată ce sunt ocupate și toți au semnat.
   *[other] { $count } de locuri sunt libere. Partida începe îndată ce sunt ocupate și toți au semnat.
}
lobby-waiting-host = Se așteaptă gazda …
lobby-asked = Acestea sunt condițiile. Partida începe cu semnătura ta și a prietenului.
lobby-asked-all = Acestea sunt condițiile. Partida începe îndată ce toți au semnat.
lobby-signing = Se semnează condițiile …
lobby-agree = Accept și semnez
turned-full = Cineva a găsit masa plină.
turned-no-table = Cineva a venit cu o invitație veche.
turned-version = Cineva are altă versiune a programului: amândoi aveți nevoie de aceeași.
turned-place = Cineva a venit cu chei sau cu un nume care nu pot fi folosite.
turned-unsigned = Cineva nu a semnat condițiile.
turned-dissolved = Masa a fost desființată.
badge-direct = direct, { $rtt } ms
badge-relayed = prin releu, { $rtt } ms
badge-connected = conectat
badge-slow = răspunde greu
badge-away = nu răspunde
badge-line = Direct: calculatoarele voastre vorbesc între ele. Prin releu: un releu transmite ce nu poate citi.
terms-title = Ce se va semna
terms-clock = Fiecare decizie: { $span }
terms-no-clock = Fiecare decizie: oricât timp
terms-placing = Așezarea flotelor: { $span }
terms-grace = Până când o parte tăcută poate fi declarată astfel: încă { $span }
terms-rules = Regulile
span-seconds = { $count-cat ->
    [one] { $count } secundă
    [few] { $count } secunde
   *[other] { $count } de secunde
}
span-minutes = { $count-cat ->
    [one] { $count } minut
    [few] { $count } minute
   *[other] { $count } de minute
}
span-hours = { $count-cat ->
    [one] { $count } oră
    [few] { $count } ore
   *[other] { $count } de ore
}
span-days = { $count-cat ->
    [one] { $count } zi
    [few] { $count } zile
   *[other] { $count } de zile
}
game-title = { $game ->
    [classic] Bătălia Navală (clasică)
    [mines] Mine
    [diabolik] Diabolik Fleet
   *[other] { $game }
}
rules-ships = { $count } × { $ship }
rules-board = Două mări de { $size } pe { $size } pătrate, câte una de jucător.
rules-fleet = Flota: { $fleet }. Fiecare navă e dreaptă, pe orizontală sau pe verticală.
rules-touch = Navele nu se ating niciodată, nici măcar la colț.
rules-first = Cine începe se trage la sorți de ambele părți; nimeni nu poate trișa.
rules-shot = Pe rând, tragi într-un pătrat al mării dușmane: apă, lovit sau scufundat.
rules-salvo = Pe rând, tragi deodată atâtea lovituri câte nave ai pe linia de plutire.
rules-again = Cine lovește trage din nou; la apă, rândul trece.
rules-turns = Rândul trece după fiecare lovitură, chiar și când nimerești.
rules-halo = În jurul unei nave scufundate toate pătratele sunt sigur goale și se marchează singure.
rules-won = Câștigă cine scufundă primul toată flota dușmană.
rematch = Revanșă
rematch-title = O revanșă cu { $who }
rematch-away = { $who } nu este în rețea. Masa așteaptă și sună mai departe cât timp rămâi.
rematch-linked = { $who } este în rețea și încă nu a acceptat revanșa.
rematch-seats = Locurile se schimbă între ele: cine a stat al doilea deschide acum masa.
rematch-alone = Nu mai e nimeni altcineva aici. O revanșă îi așteaptă pe ceilalți, iar ei o găsesc pe primul lor ecran.
rematch-asked = { $who } vrea încă o partidă.
rematch-accept = Acceptă revanșa
beginning-drawn = Cine începe se trage din nou la sorți de amândouă părțile, așa că niciun loc nu e mai bun.
rivals = Adversari recenți
rivals-rematch = Revanșă cu { $who }
rivals-line = Aceeași partidă în aceleași condiții. Cine vine primul îl așteaptă pe celălalt.
score = Tu { $won } : { $lost } { $who }
score-drawn = Tu { $won } : { $lost } { $who }, { $drawn-cat ->
    [one] { $drawn } remiză
    [few] { $drawn } remize
   *[other] { $drawn } de remize
}
rules-again-salvo = O salvă care lovește o navă și nicio mină aduce încă una; altfel rândul trece.
rules-turns-salvo = Rândul trece după fiecare salvă.
rules-mines-laid = { $count-cat ->
    [one] După nave, fiecare parte ascunde { $count } mină: nu atinge nicio navă și nu trebuie găsită pentru a câștiga.
    [few] După nave, fiecare parte ascunde { $count } mine: nu ating nicio navă și nicio altă mină și nu trebuie găsite pentru a câștiga.
   *[other] După nave, fiecare parte ascunde { $count } de mine: nu ating nicio navă și nicio altă mină și nu trebuie găsite pentru a câștiga.
}
rules-mines = Cine lovește o mină pierde rândul și arată un pătrat al unei nave proprii: la alegere, nelovit și nearătat încă.

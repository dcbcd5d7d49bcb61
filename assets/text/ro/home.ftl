title = Marque
subtitle = Bătălii navale fără arbitru
back = Înapoi
home = Acasă
again = Încă o partidă
home-bot = Joacă împotriva unui robot
home-bot-line = { $count-cat ->
    [one] Împotriva acestui calculator
    [few] Împotriva a { $count } roboți ai acestui calculator
   *[other] Împotriva a { $count } de roboți ai acestui calculator
}
home-level = Tărie
home-resume = Continuă o partidă
level-easy = ușor
level-normal = normal
level-strong = puternic
look-system = ca sistemul
look-light = luminos
look-dark = întunecat
not-kept = Setările nu au putut fi păstrate: { $why }
failed = Nu a mers: { $why }
home-invite = Invită un prieten
home-invite-line = Deschide o masă și îți dă o invitație de trimis
home-clock = Timp de decizie
home-clock-none = oricât
home-join = Așază-te la masa unui prieten
home-join-line = Lipește aici invitația sau tot mesajul care o conține
home-join-go = Așază-te
home-resume-with = { $game } împotriva { $who }
home-promised = Ai semnat, dar din câte se știe aici nu a început: gazda nu mai era acolo.
home-withdraw = Retrage-te
home-withdraw-line = Dacă totuși a început, vei tăcea în ea, iar adversarul poate cere victoria.
home-resume-adjourned = { $game } împotriva { $who }, amânată
ticket-none = În acest text nu este nicio invitație.
ticket-mistyped = Invitația e incompletă sau greșită: copiaz-o încă o dată, întreagă.
ticket-newer = Invitația vine de la o versiune mai nouă a programului: actualizează-l pe acesta.
home-share = În doi la acest calculator
home-share-line = Pe rând la această fereastră; un ecran între voi ascunde flotele
nearby = Mese în apropiere
nearby-table = { $who }: { $game }, locuri ocupate: { $taken } din { $seats }
nearby-claim = Te așezi la masa aceasta. Cine este acolo se știe abia după conectare. Cheia: { $key }
nearby-full = ocupată
nearby-playing = se joacă
nearby-version = altă versiune de Marque
nearby-none = Nicio masă în această rețea.
nearby-why = De ce?
choose = Alege jocul …
choose-seats = { $count-cat ->
    [one] { $count } jucător
    [few] { $count } jucători
   *[other] { $count } de jucători
}
game-about = { $game ->
    [classic] 10 × 10, zece nave care nu se ating
   *[other] { $game }
}
option-name = { $option ->
    [size] Tablă
    [fleet] Flotă
    [salvo] Atâtea lovituri deodată câte nave ai pe linia de plutire
    [again] Cine lovește trage din nou
    [mines] Cu mine ascunse
    [arrivals] Nave la țintă pentru victorie
    [minimum] Cu mai puține nave se iese din joc
    [bonus] Ghiulelele unei ture bonus
    [joint] Navele se pot împrumuta la scufundare
   *[other] { $option }
}
option-value = { $value ->
    [preset-standard] Standard
    [preset-mines] Mine
    [preset-salvo] Salvă
    [preset-russian] Rusesc
    [size-8] 8 × 8
    [size-10] 10 × 10
    [size-12] 12 × 12
    [size-15] 15 × 15
    [fleet-classic] flotă clasică
    [fleet-russian] flotă rusească
    [salvo-on] salve
    [salvo-off] câte o lovitură
    [again-on] cine lovește trage din nou
    [again-off] rândul trece mereu
    [mines-on] mine
    [mines-off] fără mine
    [arrivals-2] 2 nave la țintă câștigă
    [arrivals-3] 3 nave la țintă câștigă
    [arrivals-4] 4 nave la țintă câștigă
    [minimum-2] iese cine are sub 2 nave
    [minimum-3] iese cine are sub 3 nave
    [minimum-4] iese cine are sub 4 nave
    [minimum-5] iese cine are sub 5 nave
    [minimum-6] iese cine are sub 6 nave
    [bonus-2] 2 ghiulele bonus
    [bonus-3] 3 ghiulele bonus
    [bonus-4] 4 ghiulele bonus
    [joint-on] nave de împrumut
    [joint-off] fără nave împrumutate
   *[other] { $value }
}
option-no-room = Cu aceste opțiuni nu se poate așeza nicio flotă (regula { $rule }): alege altele.

df-heading = { $heading ->
    [SW] SV
    [W] V
    [NW] NV
   *[other] { $heading }
}
df-way = { $way ->
    [N] înainte
    [NE] înainte la dreapta
    [E] la dreapta
    [SE] înapoi la dreapta
    [S] înapoi
    [SW] înapoi la stânga
    [W] la stânga
   *[other] înainte la stânga
}
df-placing-how = Alege încotro arată fiecare proră: un clic întoarce nava la dreapta, un clic dreapta la stânga; de la tastatură Enter sau Sus, și Jos; R e la întâmplare. Ținta e sus.
df-placing-ship = Nava { $number }, prora { $way }
df-placing-fits = Așezarea e permisă. Nu o vede nimeni până nu sunt toate sigilate; apoi se trage la sorți cine începe.
df-placing-file = Navele { $first } și { $second } stau în șir indian, amândouă pe linia care le unește: întoarce una dintre ele.
df-placing-reset = Toate înainte
df-turn-yours = E rândul tău
df-water = { $cell }, apă
df-own = { $cell }, nava ta, prora { $heading }
df-own-frozen = { $cell }, nava ta ajunsă la țintă, prora { $heading }
df-theirs = { $cell }, nava lui { $who }, prora { $heading }
df-theirs-frozen = { $cell }, nava lui { $who } ajunsă la țintă, prora { $heading }
df-cell = { $what }: { $means }
df-take = alege nava aceasta
df-take-yard = reconstruiește o navă aici
df-let-go = dă-i drumul
df-priced = { $act }: { $cost }
df-refused = { $act }: { $why }
df-free = gratuit
df-balls = { $count-cat ->
    [one] { $count } ghiulea
    [few] { $count } ghiulele
   *[other] { $count } de ghiulele
}
df-move = { $cell } înaintează
df-turn = { $cell } se întoarce spre { $heading }
df-sink = { $first } și { $second } scufundă { $target }
df-build = reconstruiește pe { $cell }, prora { $heading }
df-how = Alege una dintre navele tale: cu un clic sau cu Enter.
df-how-ship = Alege o căsuță din jurul navei: în față înaintează, altundeva se întoarce într-acolo. Escape îi dă drumul.
df-how-yard = Alege pentru navă o căsuță încadrată din al doilea rând al tău. Escape îi dă drumul.
df-how-bow = Alege o căsuță din jur: într-acolo va arăta prora. Escape îi dă drumul.
df-look = Arată spre o navă ca să-i vezi flancurile.
df-left = Ghiulele rămase: { $left } din { $all }
df-left-bonus = Tură bonus: ghiulele rămase { $left } din { $all }
df-plan-empty = Aici apar acțiunile tale. Nu se spune nimic înainte să închei tura.
df-bonus-begins = Tură bonus
df-wins = Așa se câștigă partida.
df-undo = Anulează
df-clear = Anulează tot
df-rebuild = Reconstruiește: { $cost }
df-lend = { $who } poate scufunda cu navele mele
df-end = Încheie tura
df-bonus = Tură bonus: { $balls }
df-threats = Amenințări
df-threats-line = Arată navele care pot fi scufundate așa cum stau toate: cercuri pentru tine, triunghiuri pe ale tale. T le pornește sau le oprește.
df-again = Ultima tură din nou
df-skip = Sari peste
df-on-turn = ▶ { $who }
df-standing = țintă { $arrived } din { $wanted } · nave { $ships } · rezervă { $reserve }
df-won = Partida s-a hotărât pe tablă.
df-out = a ieșit din joc
df-end-arrived = { $who }: { $count-cat ->
    [one] { $count } navă a ajuns pe rândul țintei.
    [few] { $count } nave au ajuns pe rândul țintei.
   *[other] { $count } de nave au ajuns pe rândul țintei.
}
df-end-alone = În joc a rămas doar { $who }.
df-end-limit = S-au jucat { $count } de ture: se numără navele la țintă, apoi cele trecute de mijloc, apoi toate.
df-why-file = { $first } și { $second } stau în șir indian, amândouă pe linia care le unește: nicio tură nu se poate încheia așa.
df-why-frozen = Nava de pe { $cell } a ajuns la țintă și rămâne așa cum e.
df-why-off-board = În fața lui { $cell } se termină tabla.
df-why-first-row = { $cell } e pe primul tău rând, unde navele tale nu au voie.
df-why-occupied = Pe { $cell } se află o navă.
df-why-target-frozen = Nava de pe { $cell } a ajuns la țintă și nu poate fi scufundată.
df-why-not-beside = { $cell } nu e lângă nava aceea.
df-why-not-flank = { $cell } nu-i arată flancul.
df-why-build-near = Lângă { $cell } e un dușman: acolo nu se poate reconstrui nimic.
df-why-second-row = Se reconstruiește doar pe al doilea rând al tău.
df-why-no-reserve = Niciuna dintre navele tale nu e scufundată.
df-why-move-first = Mută întâi o navă: înainte de asta nu poate fi scufundat nimic.
df-why-move-second = Prima sau a doua acțiune trebuie să fie o mutare: mută acum o navă.
df-why-move = O tură cere o mutare: întoarcerea sau reconstruirea nu e mutare.
df-why-over = Partida e hotărâtă: nu mai poate urma nimic.
df-why-balls = Asta costă { $cost }, și au rămas { $left }.
df-why-far = Nu e lângă nava aleasă.
df-why-flanks = { $count-cat ->
    [one] Două dintre navele tale trebuie să-i arate flancul; o face { $count }.
   *[other] Două dintre navele tale trebuie să-i arate flancul; o fac { $count }.
}
df-why-other = Regulile nu permit asta ({ $rule }).
df-log-begins = tragerea la sorți a tuturor: { $who } întâi
df-log-set-up = { $who }: așezare arătată
df-log-moved = { $from }–{ $to }
df-log-arrived = { $from }–{ $to }, la țintă
df-log-turned = { $cell } spre { $heading }
df-log-sunk = { $first } și { $second } scufundă { $target } ({ $who })
df-log-built = reconstruit pe { $cell }, prora { $heading }
df-log-bonus = tură bonus
df-log-lent = nave împrumutate: { $who }
df-log-lent-none = nicio navă împrumutată
df-log-few = { $who }: prea puține nave, iese din joc
df-log-blocked = { $who }: nicio tură posibilă, iese din joc
df-log-limit = s-au jucat { $count } de ture
df-rules = Reguli
df-rules-board = În doi, tabla are 8 pe 8 căsuțe; în trei sau patru, 12 pe 12. Fiecare are opt nave și vede tot; tu stai jos, iar ținta ta e rândul de la marginea de dincolo.
df-rules-set-up = La început navele stau una lângă alta pe al doilea rând. Încotro arată fiecare proră aleg toți în secret și deodată. Cine începe se trage la sorți.
df-rules-balls = La rândul tău ai { $balls } ghiulele de cheltuit pe acțiuni, în orice ordine; restul se pierde.
df-rules-move = Mutare: o navă merge o căsuță drept înainte, și peste colț, pe o căsuță goală, niciodată pe primul tău rând. Costă 1 ghiulea, sau 2 dacă pornește de lângă un dușman.
df-rules-turn = Întoarcere: o navă ia alta dintre cele opt direcții. Costă 1 ghiulea, 2 lângă un dușman, 3 lângă mai mulți.
df-rules-sink = Scufundarea e gratuită după ce ai mutat o navă în tura aceasta: două nave ale tale aflate lângă un dușman îl scufundă dacă amândouă îi arată flancul, adică latura perpendiculară pe proră.
df-rules-build = Reconstruire: pentru { $balls } ghiulele, o navă scufundată revine pe o căsuță goală din al doilea rând al tău, lângă care nu e niciun dușman.
df-rules-duty = Prima sau a doua acțiune a unei ture trebuie să fie o mutare.
df-rules-file = Nicio tură nu se poate încheia cu două nave ale tale în șir indian: vecine, amândouă pe linia care le unește.
df-rules-bonus = Cine scufundă ceva poate juca îndată o tură bonus de { $balls } ghiulele.
df-rules-goal = O navă de pe rândul țintei rămâne acolo așa cum e și nu poate fi scufundată; poate ajuta încă la scufundare.
df-rules-won = Cine are { $arrivals } nave pe rândul țintei câștigă îndată.
df-rules-few = Cine are mai puțin de { $minimum } nave pe tablă iese din joc. Ultimul câștigă.
df-rules-blocked = Iese din joc și cine nu poate juca nicio tură. După 200 de ture se numără navele la țintă, apoi cele trecute de mijloc, apoi toate.
df-rules-joint = Poți permite altora să folosească navele tale drept una dintre cele două care scufundă.
df-rules-author = Jocul e al autorului său, care vorbește despre el la { $link }. Aici e gratuit, în cuvintele noastre, cu mulțumiri; fără folosire comercială.

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
placing-all-lie-mines = Toate navele și toate minele sunt așezate.
mine = mină
mine-at = mina { $cell }
hindrance-touches-mine = Navele și minele nu se ating niciodată, nici măcar la colț: { $ship } e prea aproape.
hindrance-no-room = Nu mai e loc pentru tot ({ $ship }): mută ceva.

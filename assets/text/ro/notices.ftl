# What is told while nobody looks, and what went wrong.
waiting = O clipă …
bot = un robot
why-unreachable = gazda nu a fost găsită. Mai așteaptă cealaltă parte, și vine invitația dintr-o rețea la care ajunge acest calculator?
why-own-ticket = aceasta e chiar invitația ta: dă-o altcuiva.
why-left = masa a fost părăsită.
why-full = masa e plină.
why-no-table = masa nu mai există: cere o invitație nouă.
why-version = cealaltă parte are altă versiune a programului: amândoi aveți nevoie de aceeași.
why-place = cealaltă parte nu îți acceptă cheile sau numele.
why-unsigned = condițiile nu au fost semnate la timp.
why-terms = cealaltă parte propune condiții care nu se pot juca.
why-changed = cealaltă parte a schimbat condițiile.
why-disk = discul nu păstrează ce trebuie ({ $why }). Partida e păstrată până aici.

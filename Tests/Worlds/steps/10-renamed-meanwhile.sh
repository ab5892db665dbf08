# What is deleted or corrected on one device while another gives the person a new name stays so.
devices A B
for number in 1202 1203 1204; do wordle $number 3 | ingest_on A --user Ludmilla; done
sync_in_turn A B
on A results delete "$(id_of A 1202)" > "$WORK/said"
on A results edit "$(id_of A 1203)" --score 5 > "$WORK/said"
on B users rename Ludmilla Linde > "$WORK/said"
sync_in_turn A B A B
expect "deleted here and renamed there, it stays deleted" "$(counted B | grep -o 'Linde:1202:3')" ""
expect "corrected here and renamed there, it stays corrected" "$(counted B | grep -o 'Linde:1203:.')" "Linde:1203:5"
expect "both devices count the same" "$(counted A)" "$(counted B)"

# The same of two people who are one.
for number in 1205 1206; do wordle $number 3 | ingest_on A --user Oma; done
sync_in_turn A B
on A results delete "$(id_of A 1205)" > "$WORK/said"
on B users merge Oma Linde > "$WORK/said"
sync_in_turn B A B A
expect "deleted here and merged there, it stays deleted" "$(counted B | grep -o 'Linde:1205:3')" ""
expect "what nobody has deleted is the person's" "$(counted A | grep -o 'Linde:1206:3')" "Linde:1206:3"

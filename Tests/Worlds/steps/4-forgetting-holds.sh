# Who was forgotten stays forgotten, whatever another device imports or has.
devices A B
chat_on A Bob 4 1234 3
sync_in_turn A B
on A users forget Bob > "$WORK/said"
sync_in_turn A B
expect "the other device has nothing of a forgotten person" "$(counted B)" none
chat_on B Bob 5 1235 4
sync_in_turn B A B A
expect "what is imported elsewhere later comes to nobody" "$(counted A) $(counted B)" "none none"

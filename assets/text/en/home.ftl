title = Marque
subtitle = Naval battles without a referee
back = Back
home = Home
again = Play again
home-bot = Play a bot
home-bot-line = { $count-cat ->
    [one] Against this computer
   *[other] Against { $count } bots of this computer
}
home-level = Strength
home-resume = Go on with a game
level-easy = easy
level-normal = normal
level-strong = strong
look-system = as the system
look-light = light
look-dark = dark
not-kept = The settings could not be kept: { $why }
failed = That did not work: { $why }
home-invite = Invite a friend
home-invite-line = Opens a table and gives you an invitation to send
home-clock = Time to decide
home-clock-none = any
home-join = Sit down at a friend’s table
home-join-line = Paste the invitation here, or the whole message that has it
home-join-go = Sit down
home-resume-with = { $game } against { $who }
home-promised = You have signed, and as far as is known here it has not begun: the host was gone.
home-withdraw = Withdraw
home-withdraw-line = If it has begun after all you will be silent in it, and the other side may claim the win.
home-resume-adjourned = { $game } against { $who }, adjourned
ticket-none = There is no invitation in this text.
ticket-mistyped = The invitation is incomplete or mistyped: copy it once more, as a whole.
ticket-newer = The invitation comes from a newer version of the program: update this one.
home-share = Two at this computer
home-share-line = You take turns at this window; a screen in between hides the fleets
nearby = Tables nearby
nearby-table = { $who }: { $game }, { $taken } of { $seats } seats taken
nearby-claim = Sits down there. Who it is shows only once you are connected. Key: { $key }
nearby-full = full
nearby-playing = playing
nearby-version = another version of Marque
nearby-none = No table on this network.
nearby-why = Why?
choose = Choose the game …
choose-seats = { $count-cat ->
    [one] { $count } player
   *[other] { $count } players
}
game-about = { $game ->
    [classic] 10 × 10, ten ships that may not touch
   *[other] { $game }
}
option-name = { $option ->
    [size] Board
    [fleet] Fleet
    [salvo] As many shots at once as you have ships afloat
    [again] A hit earns another turn
    [mines] With hidden mines
    [arrivals] Ships at the goal to win
    [minimum] With fewer ships one is out
    [bonus] Balls of a bonus turn
    [joint] Others may lend their ships for sinking
   *[other] { $option }
}
option-value = { $value ->
    [preset-standard] Standard
    [preset-mines] Mines
    [preset-salvo] Salvo
    [preset-russian] Russian
    [size-8] 8 × 8
    [size-10] 10 × 10
    [size-12] 12 × 12
    [size-15] 15 × 15
    [fleet-classic] classic fleet
    [fleet-russian] Russian fleet
    [salvo-on] salvos
    [salvo-off] single shots
    [again-on] a hit earns another turn
    [again-off] no second turn
    [mines-on] mines
    [mines-off] no mines
    [arrivals-2] 2 ships at the goal win
    [arrivals-3] 3 ships at the goal win
    [arrivals-4] 4 ships at the goal win
    [minimum-2] out with fewer than 2 ships
    [minimum-3] out with fewer than 3 ships
    [minimum-4] out with fewer than 4 ships
    [minimum-5] out with fewer than 5 ships
    [minimum-6] out with fewer than 6 ships
    [bonus-2] 2 bonus balls
    [bonus-3] 3 bonus balls
    [bonus-4] 4 bonus balls
    [joint-on] ships can be lent
    [joint-off] no ships are lent
   *[other] { $value }
}
option-no-room = With these options no fleet can be laid out (rule { $rule }): choose others.

package dev.sluice.traffic;

/** How a table is used, as weights. */
record Habits(int inserts, int updates, int deletes) {
    Operation draw(Dice dice) {
        int roll = dice.below(inserts + updates + deletes);
        if (roll < inserts) {
            return Operation.INSERT;
        }
        return roll < inserts + updates ? Operation.UPDATE : Operation.DELETE;
    }
}

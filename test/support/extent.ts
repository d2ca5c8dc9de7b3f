/** Whether nothing is left out for the sake of time: in CI, and wherever SANDGATE_TEST_ALL is set. */
export const isFull = Boolean(process.env.SANDGATE_TEST_ALL)

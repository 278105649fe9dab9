/** An error that the shop's owner can mend. Its message is the one sentence they see, without a stack. */
export class StartupError extends Error {}

/* The features that errors name on runtimes without Node's modules. */
export const PROGRAM_CHECK = "a check by a program";
export const COMMAND_MODEL = "a command: model";

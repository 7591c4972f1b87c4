/** The name shown for a notification rule: accounts begin with rules that the server names, in English. */
export const ruleName = (name: string): string => name

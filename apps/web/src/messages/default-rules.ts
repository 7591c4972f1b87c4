/** The display name of a notification rule: accounts start with rules whose names the server sets, in English. */
export const ruleName = (name: string): string => name

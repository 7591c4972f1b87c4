/** Escapes characters that regular expressions of RE2 and of JavaScript interpret, except '*', which callers replace. */
export const escapePattern = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A text as a pattern of SQL's LIKE that matches only itself. */
export const escapeLike = (text: string): string => text.replaceAll(/[%_\\]/g, String.raw`\$&`)

/** What stands between commas or line ends, without what is empty or said twice. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
]

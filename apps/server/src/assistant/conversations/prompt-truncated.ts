export interface Prompt {
  /** Length of what was sent. */
  characters: number
  /** As counted by the service. */
  tokens: number
  /** Whether the tools were part of it. */
  hasTools: boolean
}

/** English text has about 4.5, JSON and package names fewer. */
const maxCharactersPerToken = 6

/**
 * Whether the service seems to have cut off the prompt: some do so silently if it exceeds their context, Ollama by
 * default at 4,096 tokens. The count is then too low for what was sent, or does not grow with what was added to the
 * earlier prompt of the same answer.
 */
export function isPromptTruncated(prompt: Prompt, earlier: Prompt | null): boolean {
  const isTooFew = prompt.tokens * maxCharactersPerToken < prompt.characters
  // The last prompt of an answer contains what was in the earlier ones, but not the tools.
  if (isTooFew || earlier === null || earlier.hasTools !== prompt.hasTools) return isTooFew
  const addedCharacters = prompt.characters - earlier.characters
  return (prompt.tokens - earlier.tokens) * maxCharactersPerToken < addedCharacters
}

/** The text of a field whose value is in the URL. */
export interface TypedText {
  text: string
  /** As last received. */
  value: string
  /** Sent values that have not been received yet. */
  sent: readonly string[]
}

export const startTyping = (value: string): TypedText => ({ text: value, value, sent: [] })

export const sendText = (state: TypedText, text: string): TypedText => ({
  ...state,
  sent: [...state.sent, text],
})

/** A sent value that arrives late leaves newer text alone. Navigation and reset buttons replace the text. */
export function receiveValue(state: TypedText, value: string): TypedText {
  const at = state.sent.indexOf(value)
  if (at < 0 || state.text === value) return startTyping(value)
  return { ...state, value, sent: state.sent.slice(at + 1) }
}

import { useEffect, useId, useRef, useState } from 'react'

interface Props {
  label: string
  placeholder?: string
  value: string
  /** Suggestions. */
  suggestions?: readonly string[]
  isInvalid?: boolean
  /** In toolbars; 'full' is like the other fields of a form. */
  width?: keyof typeof widths
  onChange: (value: string) => void
}

const widths = {
  narrow: 'h-8 px-2.5 sm:w-32',
  medium: 'h-8 px-2.5 sm:w-56',
  wide: 'h-8 px-2.5 sm:w-80',
  full: 'h-9 px-3',
} as const

/** Debounce time: feels immediate, but does not change the URL with every key. */
const delayMs = 150

/** A debounced text filter. The page's filter shortcut focuses it. */
export function FilterField({
  label,
  placeholder = label,
  value,
  suggestions,
  isInvalid = false,
  width = 'medium',
  onChange,
}: Props) {
  const list = useId()
  const [typed, setTyped] = useState(() => startTyping(value))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (typed.value !== value) setTyped(receiveValue(typed, value))
  const send = (text: string) => {
    setTyped((state) => sendText(state, text))
    onChange(text)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <>
      <input
        data-filter
        type="search"
        aria-label={label}
        placeholder={placeholder}
        aria-invalid={isInvalid}
        {...(suggestions && { list })}
        value={typed.text}
        onChange={({ target }) => {
          setTyped((state) => ({ ...state, text: target.value }))
          clearTimeout(timer.current)
          timer.current = setTimeout(() => send(target.value), delayMs)
        }}
        className={`w-full min-w-0 rounded-md border bg-raised text-sm text-ink placeholder:text-soft print:hidden ${widths[width]} ${isInvalid ? 'border-danger' : 'border-control'}`}
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

/** The text of a field whose value is in the URL. */
interface TypedText {
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

import { type ReactNode, useEffect, useRef, useState } from 'react'

const shownMs = 5000

/** A temporary "Saved" next to a form's button. */
export function useSavedNotice(): { said: ReactNode; say: (text: string) => void } {
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    said: (
      <p role="status" className="m-0 text-sm text-soft">
        {text}
      </p>
    ),
    say(said) {
      setText(said)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setText(''), shownMs)
    },
  }
}

import { type ReactNode, useEffect, useRef, useState } from 'react'

const shownMs = 5000

/** A temporary "Saved" next to a form's button. */
export function useSavedNotice(): { savedNotice: ReactNode; showSaved: (text: string) => void } {
  const [text, setText] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    savedNotice: (
      <p role="status" className="m-0 text-sm text-soft">
        {text}
      </p>
    ),
    showSaved(newText) {
      setText(newText)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setText(''), shownMs)
    },
  }
}

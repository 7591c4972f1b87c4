import { useState } from 'react'
import { copy as words } from '../texts/copy.ts'
import { showAlert } from '../ui/alerts.tsx'
import { Button } from '../ui/button.tsx'

interface Props {
  text: string
  look?: 'primary' | 'plain' | 'quiet'
  /** When it comes into a dialog that is open already. */
  takesFocus?: boolean
}

/** Copies, and says so beside it. */
export function CopyButton({ text, look = 'plain', takesFocus = false }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showAlert(words.failed),
    )
  return (
    <>
      <Button
        look={look}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what the dialog shows now takes the focus
        autoFocus={takesFocus}
        onPress={() => void copy()}
      >
        {words.act}
      </Button>
      <span role="status" className="text-soft empty:hidden">
        {isCopied && words.done}
      </span>
    </>
  )
}

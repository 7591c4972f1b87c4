import { useState } from 'react'
import { copy as messages } from '../messages/copy.ts'
import { showAlert } from '../ui/alerts.tsx'
import { Button } from '../ui/button.tsx'

interface Props {
  text: string
  variant?: 'primary' | 'plain' | 'quiet'
  /** When it comes into a dialog that is open already. */
  takesFocus?: boolean
}

/** Copies, and says so beside it. */
export function CopyButton({ text, variant = 'plain', takesFocus = false }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showAlert(messages.failed),
    )
  return (
    <>
      <Button
        variant={variant}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what the dialog shows now takes the focus
        autoFocus={takesFocus}
        onPress={() => void copy()}
      >
        {messages.action}
      </Button>
      <span role="status" className="text-soft empty:hidden">
        {isCopied && messages.done}
      </span>
    </>
  )
}

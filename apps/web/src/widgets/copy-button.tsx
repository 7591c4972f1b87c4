import { useState } from 'react'
import { copy as messages } from '../messages/copy.ts'
import { showAlert } from '../ui/alerts.tsx'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'

interface Props {
  text: string
  variant?: 'primary' | 'plain' | 'quiet'
  /** For a button that appears in an open dialog. */
  takesFocus?: boolean
}

/** Copies, and confirms next to the button. */
export function CopyButton({ text, variant = 'plain', takesFocus = false }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    copyText(text).then(
      () => setCopied(true),
      () => showAlert(messages.failed),
    )
  return (
    <>
      <Button
        variant={variant}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- new content of the dialog takes the focus
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

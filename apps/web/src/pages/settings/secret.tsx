import { useState } from 'react'
import { settings as words } from '../../texts/settings.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'

interface Props {
  label: string
  text: string
  hint: string
  onClose: () => void
}

/** What is shown this once, to be taken along. */
export function Secret({ label, text, hint, onClose }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showAlert(words.secret.copyFailed),
    )
  return (
    <div role="group" aria-label={label} className="grid gap-2 rounded-card border border-accent p-4">
      <p className="m-0">
        <strong className="font-medium">{label}</strong> <span className="text-soft">{hint}</span>
      </p>
      <code tabIndex={0} className="rounded-md bg-hover p-2 text-sm select-all [overflow-wrap:anywhere]">
        {text}
      </code>
      <div className="flex items-center gap-2">
        <Button look="primary" onPress={() => void copy()}>
          {words.secret.copy}
        </Button>
        <Button look="quiet" onPress={onClose}>
          {words.secret.close}
        </Button>
        <span role="status" className="text-soft">
          {isCopied && words.secret.copied}
        </span>
      </div>
    </div>
  )
}

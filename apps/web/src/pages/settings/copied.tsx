import { useState } from 'react'
import { settings as messages } from '../../messages/settings.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'

interface Props {
  /** A label and the text to copy. */
  values: readonly (readonly [name: string, value: string])[]
}

/** Texts with copy buttons. */
export function Copied({ values }: Props) {
  const [copied, setCopied] = useState<string | null>(null)
  const copy = (name: string, value: string) =>
    copyText(value).then(
      () => setCopied(name),
      () => showAlert(messages.secret.copyFailed),
    )
  return (
    <div>
      <dl className="m-0 grid gap-x-6 gap-y-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
        {values.map(([name, value]) => (
          <div key={name} className="grid gap-1 sm:contents">
            <dt className="text-soft sm:py-1">{name}</dt>
            <dd className="m-0 flex min-w-0 items-start gap-2">
              <code className="min-w-0 grow rounded-md bg-hover px-2 py-1 text-sm select-all [overflow-wrap:anywhere]">
                {value}
              </code>
              <Button
                variant="quiet"
                aria-label={messages.secret.copyOf(name)}
                onPress={() => void copy(name, value)}
              >
                {copied === name ? messages.secret.copied : messages.secret.copy}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <p role="status" className="sr-only">
        {copied !== null && messages.secret.copiedOf(copied)}
      </p>
    </div>
  )
}

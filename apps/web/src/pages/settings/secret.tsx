import { CopyButton } from '../../widgets/copy-button.tsx'
import { settings as messages } from '../../messages/settings.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  label: string
  text: string
  hint: string
  onClose: () => void
}

/** A secret that is shown only once. */
export function Secret({ label, text, hint, onClose }: Props) {
  return (
    <div role="group" aria-label={label} className="grid gap-2 rounded-card border border-accent p-4">
      <p className="m-0">
        <strong className="font-medium">{label}</strong> <span className="text-soft">{hint}</span>
      </p>
      <code tabIndex={0} className="rounded-md bg-hover p-2 text-sm select-all [overflow-wrap:anywhere]">
        {text}
      </code>
      <div className="flex items-center gap-2">
        <CopyButton variant="primary" text={text} />
        <Button variant="quiet" onPress={onClose}>
          {messages.secret.close}
        </Button>
      </div>
    </div>
  )
}

import { messageOf } from '../../api/query.ts'
import { texts } from '../../messages/app.ts'
import { Button } from '../../ui/button.tsx'

interface Props {
  title: string
  error: unknown
  onRetry: () => void
}

/** An error with its reason, if known, and a retry button. The alert next to it is announced. */
export function ErrorNotice({ title, error, onRetry }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-danger bg-surface px-4 py-3">
      <span className="grow">
        <strong className="font-medium">{title}</strong> <span className="text-soft">{messageOf(error)}</span>
      </span>
      <Button onPress={onRetry}>{texts.retry}</Button>
    </div>
  )
}

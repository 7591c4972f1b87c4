import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { texts } from '../../texts.ts'
import { secondFactor } from '../../texts/second-factor.ts'
import { printText } from '../print-text.ts'
import { saveFile } from '../save-file.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const words = secondFactor.scratch

/** Ten of them, shown this once. */
export function ScratchCodes({ onDone }: { onDone: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const made = useQuery({
    ...query(api.mfa.makeScratchCodes, {}),
    // Each call makes others, which end those on the screen.
    ...{ staleTime: Infinity, gcTime: 0, retry: false },
  })
  const text = made.data?.codes.join('\n') ?? ''
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showAlert(words.copyFailed),
    )
  return (
    <>
      <h3 className="m-0 text-base font-medium">{words.title}</h3>
      <p className="m-0 text-soft">{words.lead}</p>
      {made.isPending && <Spinner label={texts.loading} />}
      {made.isError && <p className="m-0 text-danger">{messageOf(made.error)}</p>}
      {made.data && (
        <code tabIndex={0} className="columns-2 rounded-md bg-hover p-3 text-sm whitespace-pre select-all">
          {text}
        </code>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the focus is here, where a key too many does no harm
          autoFocus
          onPress={() => void copy()}
        >
          {words.copy}
        </Button>
        <Button onPress={() => saveFile(words.fileName, `${text}\n`, 'text/plain')}>{words.download}</Button>
        <Button onPress={() => printText(words.printed, text)}>{words.print}</Button>
        <span role="status" className="text-soft">
          {isCopied && words.copied}
        </span>
      </div>
      <div>
        <Button look="primary" onPress={onDone}>
          {words.done}
        </Button>
      </div>
    </>
  )
}

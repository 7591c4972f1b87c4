import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { texts } from '../../texts.ts'
import { secondFactor } from '../../texts/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CopyButton } from '../copy-button.tsx'
import { printText } from '../print-text.ts'
import { saveFile } from '../save-file.ts'

const words = secondFactor.scratch

/** Ten of them, shown this once. */
export function ScratchCodes({ onDone }: { onDone: () => void }) {
  const made = useQuery({
    ...query(api.mfa.makeScratchCodes, {}),
    // Each call makes others, which end those on the screen.
    ...{ staleTime: Infinity, gcTime: 0, retry: false },
  })
  return (
    <>
      <h3 className="m-0 text-base font-medium">{words.title}</h3>
      <p className="m-0 text-soft">{words.lead}</p>
      {made.isPending && <Spinner label={texts.loading} />}
      {made.isError && <p className="m-0 text-danger">{messageOf(made.error)}</p>}
      {made.data && <Codes codes={made.data.codes} />}
      {!made.isPending && (
        <div>
          <Button look="primary" onPress={onDone}>
            {made.data ? words.done : words.skip}
          </Button>
        </div>
      )}
    </>
  )
}

function Codes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  return (
    <>
      <code tabIndex={0} className="columns-2 rounded-md bg-hover p-3 text-sm whitespace-pre select-all">
        {text}
      </code>
      <div className="flex flex-wrap items-center gap-2">
        {/* The focus is here, where a key too many does no harm. */}
        <CopyButton takesFocus text={text} />
        <Button onPress={() => saveFile(words.fileName, `${text}\n`, 'text/plain')}>{words.download}</Button>
        <Button onPress={() => printText(words.printed, text)}>{words.print}</Button>
      </div>
    </>
  )
}

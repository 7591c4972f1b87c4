import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { texts } from '../../messages/app.ts'
import { secondFactor } from '../../messages/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CopyButton } from '../copy-button.tsx'
import { saveFile } from '../save-file.ts'

const messages = secondFactor.recovery

/** Ten codes, shown only once. */
export function RecoveryCodes({ onDone }: { onDone: () => void }) {
  const made = useQuery({
    ...query(api.mfa.makeScratchCodes, {}),
    // Each call creates new codes and invalidates the shown ones.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return (
    <>
      <h3 className="m-0 text-base font-medium">{messages.title}</h3>
      <p className="m-0 text-soft">{messages.lead}</p>
      {made.isPending && <Spinner label={texts.loading} />}
      {made.isError && <p className="m-0 text-danger">{messageOf(made.error)}</p>}
      {made.data && <Codes codes={made.data.codes} />}
      {!made.isPending && (
        <div>
          <Button variant="primary" onPress={onDone}>
            {made.data ? messages.done : messages.skip}
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
        {/* Focused here, where an accidental key press does no harm. */}
        <CopyButton takesFocus text={text} />
        <Button onPress={() => saveFile(messages.fileName, `${text}\n`, 'text/plain')}>
          {messages.download}
        </Button>
        <Button onPress={() => printText(messages.printed, text)}>{messages.print}</Button>
      </div>
    </>
  )
}

/** Prints a title and lines without the page around them. */
function printText(title: string, text: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { contentDocument: paper, contentWindow: view } = frame
  if (!paper || !view) return
  const [heading, lines] = [paper.createElement('h1'), paper.createElement('pre')]
  heading.textContent = title
  lines.textContent = text
  paper.body.append(heading, lines)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}

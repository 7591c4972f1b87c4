import type { Usage } from '@assay/contract/usage.ts'
import { report as messages } from '../../../messages/report.ts'

const texts = messages.security

/** The line that imports the package, or why nothing is known of it. */
export function UsageText({
  usage: { state, reason, place, module, through, symbol, checkedBy },
}: {
  usage: Usage
}) {
  if (state === 'not-seen') return <p className="m-0">{notSeen(checkedBy)}</p>
  if (state === 'unknown' || !place)
    return (
      <p className="m-0">
        {texts.usageUnknown}. {reason && texts.usageReasons[reason]}
      </p>
    )
  return (
    <ul className="m-0 list-none p-0">
      {symbol && (
        <Line
          {...symbol}
          text={checkedBy === undefined ? texts.names(symbol.name) : texts.calls(symbol.name)}
        />
      )}
      {module !== undefined && (
        <Line
          {...place}
          text={through === undefined ? texts.imports(module) : texts.importsThrough(module, through)}
        />
      )}
    </ul>
  )
}

const Line = ({ file, line, text }: { file: string; line: number; text: string }) => (
  <li>
    <code className="text-xs">
      {file}:{line}
    </code>{' '}
    {text}
  </li>
)

function notSeen(checkedBy: string | undefined): string {
  if (checkedBy === undefined) return texts.notSeen
  return checkedBy === 'cargo tree' ? texts.notBuilt : texts.notCalled(checkedBy)
}

import type { ReportAdvisoryData } from '@assay/contract/vocabulary.ts'
import { Link } from '@tanstack/react-router'
import { advisoryData as messages } from '../../messages/advisory-data.ts'
import { paths } from '../../paths.ts'

interface Props {
  /** Current data is omitted. */
  data: readonly Pick<ReportAdvisoryData, 'name' | 'state'>[]
  /** Consequence for the reader. */
  effect: string
}

/** Warns about missing or outdated advisory data, with a link to the status page. */
export function AdvisoryNotice({ data, effect }: Props) {
  const namesOf = (state: 'starter' | 'outdated') =>
    data.filter((each) => each.state === state).map(({ name }) => name)
  const [starter, outdated] = [namesOf('starter'), namesOf('outdated')]
  if (starter.length + outdated.length === 0) return null
  return (
    <p role="note" className="m-0 rounded-card border border-line bg-surface px-3 py-2">
      <span className="font-semibold">
        {starter.length > 0 && `${messages.starter(starter)} `}
        {outdated.length > 0 && `${messages.outdated(outdated)} `}
      </span>
      <span className="text-soft">{effect}</span>{' '}
      <Link to={paths.status} className="font-medium text-accent print:hidden">
        {messages.link}
      </Link>
    </p>
  )
}

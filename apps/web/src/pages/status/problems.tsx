import type { FoundProblem } from '@assay/contract/installation-status.ts'
import { texts } from '../../messages/app.ts'
import { installation as messages } from '../../messages/installation.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { useInstallation } from './use-installation.ts'

/** For the operator: what is wrong, and what to do. */
export function Problems() {
  const status = useInstallation()
  if (!status) return null
  return (
    <section aria-label={messages.attention} className="my-6">
      <QueryView query={status} skeleton={<Spinner label={texts.loading} />} failed={messages.failed}>
        {({ problems }) =>
          problems.length === 0 ? (
            <p className="m-0 text-soft">{messages.fine}</p>
          ) : (
            <>
              <h2 className="m-0 mb-3 text-base font-semibold">{messages.attention}</h2>
              <ul className="m-0 grid list-none gap-px overflow-hidden rounded-card border border-line bg-line p-0">
                {problems.map((problem) => (
                  <Problem key={problem.kind} {...problem} />
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
    </section>
  )
}

function Problem(problem: FoundProblem) {
  const { title, advice } = messages.problems[problem.kind]
  return (
    <li className="bg-surface px-3 py-2">
      <p className="m-0 font-medium [overflow-wrap:anywhere]">{title(problem)}</p>
      <p className="m-0 text-soft">{advice}</p>
    </li>
  )
}

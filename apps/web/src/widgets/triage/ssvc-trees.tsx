import type { Ssvc } from '@assay/contract/triage.ts'
import {
  coordinatorDecisions,
  deployerDecisions,
  exploitations,
  exposures,
  humanImpacts,
  missions,
} from '@assay/engine/vocabulary.ts'
import { ssvc as messages } from '../../messages/ssvc.ts'

const answers = {
  exploitation: exploitations,
  automatable: ['no', 'yes'],
  technicalImpact: ['partial', 'total'],
  mission: missions,
  exposure: exposures,
  humanImpact: humanImpacts,
} as const

type Point = keyof typeof answers

/** The decision points of both trees, in their order. */
const trees = [
  {
    name: 'coordinator',
    points: ['exploitation', 'automatable', 'technicalImpact', 'mission'],
    decisions: coordinatorDecisions,
  },
  {
    name: 'deployer',
    points: ['exploitation', 'exposure', 'automatable', 'humanImpact'],
    decisions: deployerDecisions,
  },
] as const

/** The paths that lead to the priority of a finding, with where each answer came from. */
export const SsvcTrees = ({ ssvc }: { ssvc: Ssvc }) => (
  <section aria-label={messages.title} className="grid gap-3">
    <h3 className="m-0 text-sm font-semibold">{messages.title}</h3>
    {trees.map(({ name, points, decisions }) => (
      <div key={name} className="min-w-0 rounded-card border border-line p-3 text-sm">
        <h4 className="m-0 mb-2 text-xs font-medium text-soft">{messages.trees[name]}</h4>
        <ol
          aria-label={messages.trees[name]}
          className="m-0 grid list-none gap-2 border-l-2 border-line p-0 pl-3"
        >
          {points.map((point) => (
            <Step key={point} point={point} ssvc={ssvc} />
          ))}
          <li>
            <span className="block text-xs text-soft">{messages.decision}</span>
            <Choice values={decisions} chosen={ssvc[name]} nameOf={(value) => messages.decisions[value]} />
          </li>
        </ol>
      </div>
    ))}
  </section>
)

function Step({ point, ssvc }: { point: Point; ssvc: Ssvc }) {
  const { value, source } = ssvc[point]
  return (
    <li>
      <span className="block text-xs text-soft">
        {messages.points[point]} · {messages.sources[source]}
      </span>
      <Choice values={answers[point]} chosen={value} nameOf={(each) => messages.values[each]} />
    </li>
  )
}

interface ChoiceProps<Value extends string> {
  values: readonly Value[]
  chosen: Value
  nameOf: (value: Value) => string
}

/** All branches of a step; the one that was taken stands out, also for those who hear it. */
const Choice = <Value extends string>({ values, chosen, nameOf }: ChoiceProps<Value>) => (
  <span className="flex flex-wrap gap-x-3 gap-y-1">
    {values.map((value) =>
      value === chosen ? (
        <strong key={value} className="font-semibold">
          {nameOf(value)}
        </strong>
      ) : (
        <span key={value} aria-hidden className="text-soft">
          {nameOf(value)}
        </span>
      ),
    )}
  </span>
)

import type { ReactNode } from 'react'

/** Terms and values in two columns. */
export const DescriptionList = ({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
}) => (
  <dl className="m-0 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2">
    {facts.map(([name, value]) => (
      <div key={name} className="contents">
        <dt className="text-soft">{name}</dt>
        <dd className="m-0 [overflow-wrap:anywhere]">{value}</dd>
      </div>
    ))}
  </dl>
)

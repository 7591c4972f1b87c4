import type { ReactNode } from 'react'

interface Props {
  title: string
  explanation: string
  children: ReactNode
}

/** An option for the first scan. */
export const FirstScanOption = ({ title, explanation, children }: Props) => (
  <section
    aria-label={title}
    className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4"
  >
    <div className="grid gap-1">
      <h2 className="m-0 text-sm font-semibold">{title}</h2>
      <p className="m-0 text-soft">{explanation}</p>
    </div>
    <div className="mt-auto grid min-w-0 justify-items-start gap-2">{children}</div>
  </section>
)

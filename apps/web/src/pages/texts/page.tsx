import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useTitle } from '../../parts/use-title.ts'
import { texts } from '../../texts.ts'

function TextPage({ title, body }: { title: string; body: string }) {
  useTitle(title)
  return (
    <article className="max-w-2xl text-base">
      <h1 className="m-0 mb-3 text-lg font-semibold">{title}</h1>
      <p className="m-0">{body}</p>
    </article>
  )
}

export const TermsPage = () => <TextPage {...texts.terms} />
export const PrivacyPage = () => <TextPage {...texts.privacy} />

export const PlansPage = () => (
  <>
    <TextPage {...texts.plans} />
    <section id="faq" className="mt-8 max-w-2xl text-base">
      <h2 className="m-0 mb-3 text-base font-semibold">{texts.plans.faq}</h2>
      <dl className="m-0 grid gap-4">
        {texts.plans.questions.map(([question, answer]) => (
          <div key={question}>
            <dt className="font-medium">{question}</dt>
            <dd className="m-0 text-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  </>
)

export function NotFoundPage() {
  useTitle(texts.notFound.title)
  return (
    <section className="grid justify-items-center gap-3 py-24 text-base">
      <h1 className="m-0 text-lg font-semibold">{texts.notFound.title}</h1>
      <Link to={paths.dashboard} className="text-accent underline underline-offset-2">
        {texts.notFound.back}
      </Link>
    </section>
  )
}

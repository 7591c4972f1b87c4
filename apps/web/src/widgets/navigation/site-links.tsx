import { Link } from '@tanstack/react-router'
import { texts } from '../../messages/app.ts'
import { hrefOf, paths } from '../../paths.ts'
import { useLinks } from './use-links.ts'

/** The secondary links of the specification. Blog and docs open in a new tab: the operator may host them elsewhere. */
export function SiteLinks({ className }: { className: string }) {
  const { blog, docs } = useLinks()
  const outside = { className, target: '_blank', rel: 'noreferrer' }
  return (
    <>
      <Link to={paths.dashboard} className={className}>
        {texts.nav.home}
      </Link>
      <a href={blog} {...outside}>
        {texts.nav.blog}
      </a>
      <Link to={paths.plans} hash="faq" className={className}>
        {texts.nav.faq}
      </Link>
      <Link to={paths.status} className={className}>
        {texts.nav.status}
      </Link>
      <a href={docs} {...outside}>
        {texts.nav.docs}
      </a>
      <a href={hrefOf(paths.apiReference)} className={className}>
        {texts.nav.api}
      </a>
    </>
  )
}

import type { SupportedProduct } from './support-ends.ts'
import { packagesOf, readEnd } from './support-ends.ts'

/** Well-known products: title | packages | lines of releases with the last day of support, as their makers say. */
const table = `
Angular | pkg:npm/%40angular/core | 22 2028-06-30, 21 2027-06-30, 20 2026-11-28, 19 2026-05-19, 18 2025-11-21, 17 2025-05-15, 16 2024-11-08, 15 2024-05-18, 14 2023-11-18, 13 2023-05-04, 12 2022-11-12, 11 2022-05-11, 10 2021-12-24, 9 2021-08-06
AngularJS | pkg:npm/angular | 1 2021-12-31
Bootstrap | pkg:npm/bootstrap pkg:nuget/bootstrap | 4 2023-01-01, 3 2019-07-24, 2 2013-08-19
Django | pkg:pypi/django | 6.1 2027-12-31, 6.0 2027-04-30, 5.2 2028-04-30, 5.1 2025-12-03, 5.0 2025-04-02, 4.2 2026-04-07, 4.1 2023-12-01, 4.0 2023-04-01, 3.2 2024-04-01, 3.1 2021-12-07, 3.0 2021-04-06, 2.2 2022-04-11, 2.1 2019-12-02, 2.0 2019-04-01, 1.11 2020-04-01, 1.10 2017-12-02, 1.9 2017-04-04, 1.8 2018-04-01, 1.7 2015-12-01, 1.6 2015-04-01, 1.5 2014-09-02, 1.4 2015-10-01, 1.3 2013-02-26
ESLint | pkg:npm/eslint | 9 2026-08-06, 8 2024-10-05, 7 2022-04-09, 6 2020-11-08, 5 2019-12-21, 4 2018-12-22, 3 2017-12-11, 2 2017-01-01, 1 2016-08-12
Express | pkg:npm/express | 3 2015-07-05, 2 2012-07-01, 1 2011-03-01
jQuery | pkg:npm/jquery pkg:maven/org.webjars/jquery pkg:nuget/jQuery | 2 ended, 1 ended
Laravel | pkg:composer/laravel/framework | 13 2028-03-17, 12 2027-02-24, 11 2026-03-12, 10 2025-02-04, 9 2024-02-06, 8 2023-01-24, 7 2021-03-03, 6 2022-09-06, 5.8 2020-02-26, 5.5 2020-08-30
Apache Log4j | pkg:maven/org.apache.logging.log4j/log4j-core pkg:maven/log4j/log4j | 2.12 2021-12-14, 2.3 2015-09-20, 1 2015-10-15
Next.js | pkg:npm/next | 15 2026-10-21, 14 2025-10-26, 13 2024-12-21, 12 2022-11-21, 11 2022-01-27, 10 2021-06-15, 9 2020-10-27
Nuxt | pkg:npm/nuxt | 3 2026-07-31, 2 2024-06-30, 1 2019-09-21
Spring Boot | pkg:maven/org.springframework.boot/spring-boot | 4.1 2027-07-31, 4.0 2026-12-31, 3.5 2026-06-30, 3.4 2025-12-31, 3.3 2025-06-30, 3.2 2024-12-31, 3.1 2024-06-30, 3.0 2023-12-31, 2.7 2023-06-30, 2.6 2022-11-24, 2.5 2022-05-19, 2.4 2021-11-18, 2.3 2021-05-20, 2.2 2020-10-16, 2.1 2019-10-30, 2.0 2019-03-01, 1.5 2019-08-06
Spring Framework | pkg:maven/org.springframework/spring-core | 7.0 2027-07-31, 6.2 2026-06-30, 6.1 2025-06-30, 6.0 2024-06-30, 5.3 2024-08-31, 5.2 2021-12-31, 5.1 2020-12-31, 5.0 2020-12-31, 4.3 2020-12-31, 3.2 2016-12-31
Symfony | pkg:composer/symfony/symfony pkg:composer/symfony/http-kernel | 8.1 2027-01-31, 8.0 2026-07-31, 7.4 2029-11-30, 7.3 2026-01-31, 7.2 2025-07-31, 7.1 2025-01-31, 7.0 2024-07-31, 6.4 2027-11-30, 6.3 2024-01-31, 6.2 2023-07-31, 6.1 2023-01-31, 6.0 2023-01-31, 5.4 2029-02-28, 5.3 2022-01-01, 5.2 2021-07-21, 5.1 2021-01-21, 5.0 2020-07-21, 4.4 2023-11-21, 4.3 2020-07-01, 4.2 2020-01-01, 4.1 2019-07-01, 4.0 2019-01-01, 3.4 2021-11-01, 3.3 2018-07-01, 3.2 2018-01-01, 3.1 2017-07-01, 3.0 2017-01-01, 2.8 2019-11-01, 2.7 2019-05-01, 2.3 2017-05-01
Twig | pkg:composer/twig/twig | 2 2023-12-31, 1 2022-09-28
Vue | pkg:npm/vue | 3.4 2024-09-03, 3.3 2023-12-29, 2.7 2023-12-31, 3.2 2023-05-11, 3.1 2021-08-09, 3.0 2021-06-07, 2.6 2022-07-01, 2.5 2019-02-04, 2.4 2017-10-13, 2.3 2017-07-13, 2.2 2017-04-27, 2.1 2017-02-26, 2.0 2016-11-22, 1 ended
`

/** What is known without any data taken in: data that names the same package goes before it. */
export const shippedEnds: readonly SupportedProduct[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [title = '', purls = '', cycles = ''] = line.split(' | ')
    return {
      title,
      packages: packagesOf(purls.split(' ')),
      cycles: cycles.split(', ').map((cycle) => {
        const [name = '', end = ''] = cycle.split(' ')
        return { cycle: name, endsAt: readEnd(end === 'ended' ? true : end) }
      }),
    }
  })

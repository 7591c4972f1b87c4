/** Public pages. */
export const site = {
  notFound: { title: 'Page not found', back: 'Back to dashboard' },
  plans: {
    title: 'FAQ',
    body: 'Assay is free. Every installation includes all features.',
    questions: [
      ['What does it cost?', 'Nothing. You run it on your own machines; it is licensed under Apache-2.0.'],
      [
        'Where does my data go?',
        'It stays in your own database. By default, Assay downloads public advisory feeds and looks up releases by package name at deps.dev; the operator can turn both off. It contacts other systems only if you configure them, such as email, single sign-on or integrations.',
      ],
      [
        'How current are the findings?',
        'As current as the advisory data; the status page shows its age. After each sync, affected projects are rescanned, so a project can get new findings without having changed.',
      ],
      [
        'How is the security score calculated?',
        'It starts at 100. Each open vulnerability deducts five times its CVSS score, or 25, 20, 10 or 5 points by severity. With the graded formula, each doubling of those points costs about 10. Excluded findings deduct nothing.',
      ],
      [
        'What counts as addressed?',
        'Vulnerabilities that were fixed by upgrading the package to an unaffected version or by removing it. Upgrades to another affected version, exclusions and withdrawn advisories do not count.',
      ],
      [
        'What does “Days to fix” measure?',
        'The days from the first scan that found the vulnerability, or from its publication if that is later, to the first scan without it.',
      ],
      [
        'What if a finding does not apply to us?',
        'Exclude it in the report, for one project or all, and give a reason. It stays listed but does not count from the next scan. A VEX statement in the inventory has the same effect for that inventory.',
      ],
      [
        'Why is a component not checked?',
        'It has no package URL, or its ecosystem has no advisory data. The report lists it as such.',
      ],
      [
        'Does it work in CI without a server?',
        'Yes. assay scan --offline scans a folder with a local index, and its exit code shows which score is below its minimum.',
      ],
      [
        'Who can see my projects?',
        'Members of your account. Members with a team role only see projects of their teams.',
      ],
    ],
  },
  terms: {
    title: 'Terms and Conditions',
    body: 'Assay is open source under the Apache License 2.0 and comes without warranty. The operator of this installation may have additional terms.',
    questions: [],
  },
  privacy: {
    title: 'Privacy Policy',
    body: 'The operator of this installation decides who can access its data and how long it is kept.',
    questions: [
      [
        'Personal data',
        'Your name and email address, your hashed password, your phone number if you use text messages, the IP address and browser of each session, the language of your browser unless you choose one, and your actions in the audit log of your account.',
      ],
      ['Project data', 'Uploaded inventories and the scan results.'],
      [
        'Cookies',
        'One cookie keeps you logged in. Single sign-on sets another during login, and choosing a language sets a third. Your access token, theme and shortcut preference are kept in the browser’s local storage.',
      ],
      ['Third parties', 'No content is loaded from other sites.'],
    ],
  },
} as const

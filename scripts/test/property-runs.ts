// How often a property test that takes seconds tries its property: `npm run test:unit` is content with a tenth.

export const runs = (full: number): number => (process.env['QUICK_PROPERTIES'] ? Math.ceil(full / 10) : full)

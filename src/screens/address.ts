// Loaded with the routes, before any screen: keep it small.

/** The possible values of a search param: a Pacific day, a wall time, an id, text, yes, or one of several. */
export type AddressShape = 'day' | 'time' | 'id' | 'words' | 'flag' | readonly string[];
export type AddressShapes = Readonly<Record<string, AddressShape>>;

export type Held<Shape> = Shape extends readonly (infer One)[] ? One : Shape extends 'flag' ? true : string;

/** The search params of a screen. */
export type Address<Shapes extends AddressShapes> = {
  [Name in keyof Shapes]?: Held<Shapes[Name]> | undefined;
};

const FORMS: Readonly<Record<string, RegExp>> = {
  day: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  id: /^[0-9a-f-]{36}$/i,
  words: /./,
};

/** Parses the search params of a screen. Only valid values stay, so that an old URL still opens. */
export function addressOf<const Shapes extends AddressShapes>(shapes: Shapes) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(shapes).flatMap(([name, shape]) =>
        fits(shape, search[name]) ? [[name, search[name]]] : [],
      ),
    ) as Address<Shapes>;
}

function fits(shape: AddressShape, value: unknown): boolean {
  if (shape === 'flag') return value === true;
  if (typeof value !== 'string') return false;
  return typeof shape === 'string' ? (FORMS[shape]?.test(value) ?? false) : shape.includes(value);
}

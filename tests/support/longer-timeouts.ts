import { configure } from '@testing-library/dom';

// A busy machine renders slowly: allow more than the default second.
configure({ asyncUtilTimeout: 5_000 });

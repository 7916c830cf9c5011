"""Real programs and test suites, plain and under the detectors: do they still do the same?"""

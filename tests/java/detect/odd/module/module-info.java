module odd {}
